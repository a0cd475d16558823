package dev.lockstep.fanout.problem;

import dev.lockstep.registry.Problem;
import dev.lockstep.state.StateException;
import dev.lockstep.store.StoreException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Turns every exception into problem+json; no answer ever holds a stack trace or a class name. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    @ExceptionHandler(Refused.class)
    ResponseEntity<ProblemDetail> refused(Refused refused) {
        return answer(Problems.of(refused));
    }

    @ExceptionHandler(StoreException.class)
    ResponseEntity<ProblemDetail> store(StoreException failure) {
        int status = failure.passesByItself() ? 503 : 409;
        String code = switch (failure.kind()) {
            case TRANSIENT -> "store-unreachable";
            case THROTTLED -> "store-throttles";
            case AUTH_FAILED -> "store-refuses-credentials";
            case ACCESS_PATH_LOST -> "access-path-lost";
            case HISTORY_LOST -> "history-lost";
            case PERMANENT -> "store-refuses";
        };
        return answer(Problems.of(status, code, String.valueOf(failure.getMessage())));
    }

    @ExceptionHandler(StateException.class)
    ResponseEntity<ProblemDetail> state(StateException failure) {
        log.warn("A request failed because the state store did: {}", failure.getMessage());
        return answer(Problems.of(
                503,
                "state-store-unreachable",
                "Could not reach the state store. Nothing was changed; try again when it is back."));
    }

    @ExceptionHandler(Exception.class)
    ResponseEntity<ProblemDetail> unexpected(Exception failure) {
        String incident = UUID.randomUUID().toString();
        log.error("A request failed unexpectedly; incident {}. This is a defect, please report it.", incident, failure);
        ProblemDetail problem = Problems.of(
                500,
                "internal",
                "The request failed unexpectedly. The log has the cause under incident " + incident + ".");
        problem.setProperty("incident", incident);
        return answer(problem);
    }

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        Throwable cause = failure.getMostSpecificCause();
        ProblemDetail problem;
        if (cause instanceof UnrecognizedPropertyException unknown) {
            Problem violation = Problem.error(
                    shorten(unknown.getPropertyName()),
                    "unknown-attribute",
                    "\"" + shorten(unknown.getPropertyName()) + "\" is not an attribute of this request.",
                    "Known are " + unknown.getKnownPropertyIds() + ".");
            problem = Problems.of(new Refused(400, "unknown-attribute", violation.message(), List.of(violation)));
        } else if (cause instanceof StreamConstraintsException) {
            problem = Problems.of(400, "too-deep", "The body is nested too deeply or has a name or number too long.");
        } else if (cause instanceof DatabindException) {
            problem = Problems.of(400, "wrong-type", "The body is JSON, but not of the type that this call takes.");
        } else if (failure.getCause() == null) {
            problem = Problems.of(400, "body-missing", "This call takes a body, and there is none.");
        } else {
            problem = Problems.of(400, "malformed-json", "The body is not JSON as in RFC 8259.");
        }
        return object(problem, headers);
    }

    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String name = failure.getPropertyName() == null ? "a parameter" : "\"" + failure.getPropertyName() + "\"";
        return object(
                Problems.of(
                        400,
                        "wrong-type",
                        name + " may not be \"" + shorten(String.valueOf(failure.getValue())) + "\"."),
                headers);
    }

    @Override
    protected ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException failure,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return object(
                Problems.of(
                        400, "parameter-missing", "The parameter \"" + failure.getParameterName() + "\" is missing."),
                headers);
    }

    /** All other exceptions of Spring MVC: they know their status. */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        HttpStatus known = HttpStatus.valueOf(status.value());
        String path = request instanceof ServletWebRequest web
                ? web.getRequest().getMethod() + " " + shorten(web.getRequest().getRequestURI())
                : "this";
        String detail = switch (known) {
            case NOT_FOUND -> "There is nothing at " + path + ". The calls are listed at /v3/api-docs.";
            case METHOD_NOT_ALLOWED -> path + " is not a call; the header Allow says which methods are.";
            case UNSUPPORTED_MEDIA_TYPE -> path + " takes Content-Type: application/json only.";
            case NOT_ACCEPTABLE -> path + " cannot answer in the form that the header Accept asks for.";
            default ->
                failure instanceof ErrorResponse response && response.getBody().getDetail() != null
                        ? String.valueOf(response.getBody().getDetail())
                        : "The request is not one that can be answered.";
        };
        String code = known.is5xxServerError()
                ? "internal"
                : known.getReasonPhrase().toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
        return object(Problems.of(known.value(), code, detail), headers);
    }

    private static ResponseEntity<ProblemDetail> answer(ProblemDetail problem) {
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static ResponseEntity<Object> object(ProblemDetail problem, HttpHeaders headers) {
        return ResponseEntity.status(problem.getStatus())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static String shorten(String text) {
        return text.length() <= 80 ? text : text.substring(0, 80) + "…";
    }
}
