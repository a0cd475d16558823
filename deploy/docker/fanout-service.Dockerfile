# docker build -f deploy/docker/fanout-service.Dockerfile -t lockstep/fanout-service .
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY . .
RUN mvn -B -ntp -DskipTests -pl fanout-service,repair-job -am package

FROM eclipse-temurin:25-jre
RUN groupadd --gid 10001 lockstep \
 && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin lockstep \
 && install -d -o lockstep -g lockstep -m 0700 /var/lib/lockstep \
 && install -d /etc/lockstep
WORKDIR /opt/lockstep
COPY --from=build /build/fanout-service/target/fanout-service.jar /build/repair-job/target/repair-job.jar ./
COPY deploy/docker/healthcheck ./
# For all that runs in this image, the repair job too when it is started in it.
ENV JAVA_TOOL_OPTIONS="-XX:+UseCompactObjectHeaders -XX:+UseSerialGC -XX:MaxRAMPercentage=60"
USER 10001:10001
VOLUME /var/lib/lockstep
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["/opt/lockstep/healthcheck"]
ENTRYPOINT ["java", "-jar", "fanout-service.jar"]
CMD ["--config", "/etc/lockstep/lockstep.yml"]
