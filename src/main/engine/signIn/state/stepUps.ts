/** Limits how often a server may ask for the same permissions. After that, the call fails. Pure. */

const maxSignIns = 2

export class StepUps {
  readonly #signIns = new Map<string, number>()
  #asked: string | null = null

  /** Whether another sign-in for these scopes may help. */
  mayHelp(scope: string | null): boolean {
    return (this.#signIns.get(keyOf(scope)) ?? 0) < maxSignIns
  }

  /** Notes the scopes that the next sign-in is for. */
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
