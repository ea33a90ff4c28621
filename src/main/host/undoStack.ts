/** Closes opened parts in reverse order: all of them, even if one fails to close. */

export interface UndoStack {
  push(undo: () => void | Promise<void>): void
  /** Rejects with the first error, after every part was tried. Idempotent. */
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
