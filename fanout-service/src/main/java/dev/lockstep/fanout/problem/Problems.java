package dev.lockstep.fanout.problem;

import dev.lockstep.registry.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Builds problem+json, and writes it where no controller runs. */
@Component
public class Problems {
    private final JsonMapper json;

    Problems(JsonMapper json) {
        this.json = json;
    }

    /** The body of a refusal. */
    public static ProblemDetail of(Refused refused) {
        ProblemDetail problem = of(refused.status(), refused.code(), String.valueOf(refused.getMessage()));
        if (!refused.violations().isEmpty()) {
            problem.setProperty("violations", violations(refused.violations()));
        }
        return problem;
    }

    /** A body without violations. */
    public static ProblemDetail of(int status, String code, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.valueOf(status), detail);
        problem.setType(Refused.type(code));
        problem.setTitle(title(code));
        return problem;
    }

    /** Problems of a model as the API shows them. */
    public static List<Map<String, String>> violations(List<Problem> problems) {
        return problems.stream().map(Problems::violation).toList();
    }

    private static Map<String, String> violation(Problem problem) {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("path", problem.path());
        shown.put("code", problem.code());
        shown.put("severity", problem.severity().name().toLowerCase(Locale.ROOT));
        shown.put("message", problem.message());
        shown.put("fix", problem.fix());
        return shown;
    }

    /** Writes a refusal as the whole answer. */
    public void write(HttpServletResponse response, Refused refused) throws IOException {
        response.setStatus(refused.status());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.getOutputStream().write(json.writeValueAsBytes(of(refused)));
    }

    private static String title(String code) {
        String words = code.replace('-', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
