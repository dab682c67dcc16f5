import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import mnkgame.MNKCell;
import mnkgame.MNKCellState;
import mnkgame.MNKPlayer;

/**
 * tris as a player of the Bologna framework (MNKGame 2.0), over the protocol of protocol.md.
 *
 * <p>The engine is the program named by the system property {@code tris}, else by the environment variable TRIS, else
 * {@code tris} on the path. The property {@code tris.options} sets options: {@code -Dtris.options=Hash=256,Skill=5}.
 * The position is sent anew with every question, so an engine that was killed is simply started again; without any
 * engine, or with a board that is too large for it, the moves are legal and no more.
 */
public final class TrisPlayer implements MNKPlayer {
    /** Kept back of the time given: for the way through two processes, and for the thread that waits for us. */
    private static final long RESERVE_MS = 150;
    /** Of that, what the engine may be late before it counts as hung. */
    private static final long PATIENCE_MS = 75;
    /** Engines tried for one move: one that dies on this very position will die again. */
    private static final int ATTEMPTS = 3;

    private int rows;
    private int columns;
    private int target;
    private long timeoutMs;
    private Engine engine;

    public TrisPlayer() {
    }

    @Override
    public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
        rows = M;
        columns = N;
        target = K;
        timeoutMs = 1000L * timeout_in_secs;
        long deadline = now() + timeoutMs - RESERVE_MS;
        try {
            // An engine of the game before may have died unnoticed.
            if (engine == null || engine.command("newgame " + size(), deadline) == null) {
                restart(deadline);
            }
        } catch (IOException | InterruptedException e) {
            giveUp(e);
        }
    }

    @Override
    public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        long deadline = now() + timeoutMs - RESERVE_MS;
        String position = position(MC);
        String best = null;
        for (int attempt = 0; attempt < ATTEMPTS && now() < deadline; attempt++) {
            try {
                if (engine == null) {
                    restart(deadline);
                }
                String answer = engine.command(position, deadline);
                if (answer != null && answer.startsWith("error")) {
                    System.err.println("tris: " + answer);
                    break;
                }
                String move = answer == null ? null : engine.go(Math.max(0, deadline - now()), deadline + PATIENCE_MS);
                best = engine.expected != null ? engine.expected : best;
                if (move != null) {
                    best = move;
                    break;
                }
                giveUp(new IOException("the engine ended or did not answer"));
            } catch (IOException | InterruptedException e) {
                giveUp(e);
            }
        }
        return freeCell(FC, best);
    }

    @Override
    public String playerName() {
        return "tris";
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }

    private String size() {
        return rows + " " + columns + " " + target;
    }

    /** The position as a grid: on the largest board a list of moves would be longer than a line may be. */
    private String position(MNKCell[] marked) {
        char[][] grid = new char[rows][columns];
        for (char[] row : grid) {
            java.util.Arrays.fill(row, '.');
        }
        for (MNKCell cell : marked) {
            grid[cell.i][cell.j] = cell.state == MNKCellState.P1 ? 'X' : 'O';
        }
        StringBuilder text = new StringBuilder("position " + size() + " grid ");
        for (int row = 0; row < rows; row++) {
            text.append(row == 0 ? "" : "/").append(grid[row]);
        }
        return text.toString();
    }

    private void restart(long deadline) throws IOException, InterruptedException {
        giveUp(null);
        engine = new Engine();
        for (String setting : System.getProperty("tris.options", "").split(",")) {
            String[] parts = setting.split("=", 2);
            if (parts.length == 2) {
                report(engine.command("setoption name " + parts[0] + " value " + parts[1], deadline));
            }
        }
        report(engine.command("newgame " + size(), deadline));
    }

    private static void report(String answer) {
        if (answer != null && answer.startsWith("error")) {
            System.err.println("tris: " + answer);
        }
    }

    /** Ends the engine: a late answer must not be taken for the next one. */
    private void giveUp(Exception why) {
        if (why != null) {
            System.err.println("tris: " + why.getMessage());
        }
        if (engine != null) {
            engine.kill();
            engine = null;
        }
    }

    /** The free cell that the engine named, else the one nearest to the centre. */
    private MNKCell freeCell(MNKCell[] free, String move) {
        MNKCell nearest = free[0];
        for (MNKCell cell : free) {
            if ((cell.i + " " + cell.j).equals(move)) {
                return cell;
            }
            nearest = distance(cell) < distance(nearest) ? cell : nearest;
        }
        return nearest;
    }

    private int distance(MNKCell cell) {
        return Math.abs(2 * cell.i - rows + 1) + Math.abs(2 * cell.j - columns + 1);
    }

    /** A running engine. Its lines are read by a thread of their own, so that every wait has an end. */
    private static final class Engine {
        private static final String END = new String("end of output");

        private final CompletableFuture<Process> process = new CompletableFuture<>();
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        /** The move that the running search holds for best. */
        private String expected;

        Engine() {
            Thread reader = new Thread(this::run, "tris output");
            reader.setDaemon(true);
            reader.start();
            Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
        }

        /** Starts the program, which takes long on a busy machine, and reads what it says. */
        private void run() {
            String variable = System.getenv("TRIS");
            String program = System.getProperty("tris", variable == null ? "tris" : variable);
            try {
                process.complete(new ProcessBuilder(program).redirectError(ProcessBuilder.Redirect.INHERIT).start());
            } catch (IOException e) {
                process.completeExceptionally(e);
                return;
            }
            InputStream output = process.join().getInputStream();
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    lines.add(line);
                }
            } catch (IOException e) {
                // The same as the end of output.
            }
            lines.add(END);
        }

        /** The answer to a command; null if the engine has ended or does not answer in time. */
        String command(String command, long deadline) throws IOException, InterruptedException {
            expected = null;
            OutputStream input = started(deadline).getOutputStream();
            try {
                input.write((command + "\n").getBytes(StandardCharsets.UTF_8));
                input.flush();
            } catch (IOException e) {
                return null;
            }
            while (true) {
                String line = lines.poll(Math.max(0, deadline - now()), TimeUnit.MILLISECONDS);
                if (line == null || line == END) {
                    return null;
                }
                if (!line.startsWith("info")) {
                    return line;
                }
                note(line);
            }
        }

        private Process started(long deadline) throws IOException, InterruptedException {
            try {
                return process.get(Math.max(0, deadline - now()), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw new IOException(e.getCause().getMessage());
            } catch (TimeoutException e) {
                throw new IOException("the engine does not start");
            }
        }

        /** The best move as "row column", or null. */
        String go(long movetime, long deadline) throws IOException, InterruptedException {
            String answer = command("go movetime " + movetime, deadline);
            return answer != null && answer.startsWith("bestmove ") ? answer.substring(9) : null;
        }

        private void note(String info) {
            int at = info.indexOf(" pv ");
            String[] cells = at < 0 ? new String[0] : info.substring(at + 4).split(" ");
            boolean best = !info.contains(" multipv ") || info.contains(" multipv 1 ");
            if (best && cells.length > 1 && !info.startsWith("info string")) {
                expected = cells[0] + " " + cells[1];
            }
        }

        /** Ends the program now, or as soon as it has started. */
        void kill() {
            process.thenAccept(Process::destroyForcibly);
        }
    }
}
