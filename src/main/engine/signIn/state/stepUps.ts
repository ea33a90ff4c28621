/** Servers that want more permissions again and again get them a few times, and then an error. Pure. */

const maxSignIns = 2

export class StepUps {
  readonly #signIns = new Map<string, number>()
  #asked: string | null = null

  /** Whether a sign-in for these scopes may help. */
  mayHelp(scope: string | null): boolean {
    return (this.#signIns.get(keyOf(scope)) ?? 0) < maxSignIns
  }

  /** The next sign-in is for these. */
  ask(scope: string | null): void {
    this.#asked = keyOf(scope)
  }

  noteSignedIn(): void {
    if (this.#asked !== null) this.#signIns.set(this.#asked, (this.#signIns.get(this.#asked) ?? 0) + 1)
    this.#asked = null
  }

  forget(): void {
    this.#signIns.clear()
    this.#asked = null
  }
}

function keyOf(scope: string | null): string {
  return (scope ?? '').split(/\s+/).sort().join(' ')
}
