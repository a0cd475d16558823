# docker build -f deploy/docker/repair-job.Dockerfile -t lockstep/repair-job .
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
COPY --from=build /build/repair-job/target/repair-job.jar ./
ENV JAVA_TOOL_OPTIONS="-XX:+UseCompactObjectHeaders -XX:+UseSerialGC -XX:MaxRAMPercentage=60"
USER 10001:10001
# It ends by itself, so there is nothing to ask for its health.
HEALTHCHECK NONE
ENTRYPOINT ["java", "-jar", "repair-job.jar"]
CMD ["check", "--all", "--config", "/etc/lockstep/lockstep.yml"]
