package dev.lockstep.fanout.security;

import dev.lockstep.fanout.problem.Problems;
import dev.lockstep.fanout.problem.Refused;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads a body up to the limit before anything looks at it; a larger one is refused whatever its headers say. */
final class BodyLimitFilter extends OncePerRequestFilter {
    private final Problems problems;
    private final int most;

    BodyLimitFilter(Problems problems, DataSize most) {
        this.problems = problems;
        this.most = Math.toIntExact(most.toBytes());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > most) {
            problems.write(response, tooLarge());
            return;
        }
        byte[] body = request.getInputStream().readNBytes(most + 1);
        if (body.length > most) {
            problems.write(response, tooLarge());
        } else {
            chain.doFilter(new WithBody(request, body), response);
        }
    }

    private Refused tooLarge() {
        return new Refused(
                413, "body-too-large", "The body is larger than " + most + " bytes (lockstep.api.most-body).");
    }

    /** The request with its body in memory. */
    private static final class WithBody extends HttpServletRequestWrapper {
        private final byte[] body;

        WithBody(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Bytes(new ByteArrayInputStream(body));
        }
    }

    /** The body as a stream. */
    private static final class Bytes extends ServletInputStream {
        private final ByteArrayInputStream in;

        Bytes(ByteArrayInputStream in) {
            this.in = in;
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] target, int from, int length) {
            return in.read(target, from, length);
        }

        @Override
        public boolean isFinished() {
            return in.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("bodies are read by blocking calls");
        }
    }
}
