/** What was opened, to be closed in reverse: all of it, even when closing one part fails. */

export interface UndoStack {
  push(undo: () => void | Promise<void>): void
  /** Idempotent. Rejects with the first failure, after everything was tried. */
  run(): Promise<void>
}

export function createUndoStack(): UndoStack {
  const steps: (() => void | Promise<void>)[] = []
  let running: Promise<void> | null = null
  const run = async () => {
    const failures: unknown[] = []
    for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
      try {
        await step()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  }
  return {
    push: (undo) => void steps.push(undo),
    run: () => (running ??= run()),
  }
}
