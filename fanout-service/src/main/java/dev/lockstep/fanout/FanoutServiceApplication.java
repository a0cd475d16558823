package dev.lockstep.fanout;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;

/** The fan-out service. Takes the usual Spring Boot arguments and {@code --config FILE}, a configuration file. */
@SpringBootApplication(exclude = UserDetailsServiceAutoConfiguration.class)
@ConfigurationPropertiesScan
public class FanoutServiceApplication {
    /** Starts the service; ends with code 1 when it cannot start, and says why. */
    public static void main(String[] args) {
        SpringApplication.run(FanoutServiceApplication.class, ConfigArgument.expand(args));
    }
}
