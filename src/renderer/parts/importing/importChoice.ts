/** What a person chose of the candidates of an import. It is kept by name, so that it outlives another look at the file. Pure. */
import type { ClientCandidate } from '#contract/clients/client'

/** What becomes of one whose name is taken. */
export type ClashChoice = { readonly kind: 'rename'; readonly name: string } | { readonly kind: 'replace' }

export interface Choices {
  /** What was said of a candidate; those of which nothing was said go by what they are. */
  readonly said: ReadonlyMap<string, boolean>
  readonly clashes: ReadonlyMap<string, ClashChoice>
}

export const noChoices: Choices = { said: new Map(), clashes: new Map() }

export function isPossible({ problem }: ClientCandidate): boolean {
  return problem === null
}

/** What is new is chosen, unless its name is taken or its command is not there. */
export function isChosen({ said }: Choices, candidate: ClientCandidate): boolean {
  const { name, standing, clash, missing } = candidate
  return isPossible(candidate) && (said.get(name) ?? (standing === 'new' && clash === null && missing === null))
}

export function clashChoice({ clashes }: Choices, { name, clash }: ClientCandidate): ClashChoice | null {
  return clash === null ? null : (clashes.get(name) ?? { kind: 'rename', name: clash.freeName })
}

export function withSaid(choices: Choices, names: readonly string[], wanted: boolean): Choices {
  return { ...choices, said: new Map([...choices.said, ...names.map((name) => [name, wanted] as const)]) }
}

/** Who says what becomes of a clash wants it taken. */
export function withClash(choices: Choices, name: string, choice: ClashChoice): Choices {
  return { ...withSaid(choices, [name], true), clashes: new Map(choices.clashes).set(name, choice) }
}

/** As the engine wants it. */
export function importInput(choices: Choices, candidates: readonly ClientCandidate[]) {
  const chosen = candidates.filter((candidate) => isChosen(choices, candidate))
  const decided = chosen.flatMap((candidate) => {
    const choice = clashChoice(choices, candidate)
    return choice === null ? [] : [{ name: candidate.name, choice }]
  })
  return {
    names: chosen.map(({ name }) => name),
    rename: Object.fromEntries(
      decided.flatMap(({ name, choice }) => (choice.kind === 'rename' ? [[name, choice.name.trim()]] : [])),
    ),
    replace: decided.flatMap(({ name, choice }) => (choice.kind === 'replace' ? [name] : [])),
  }
}

/** What the button says that takes them over: what will run. */
export function consentText(chosen: readonly ClientCandidate[]): string {
  const started = chosen.filter((candidate) => candidate.enabled).length
  if (started === 0) return `Import ${chosen.length}`
  return `Import and start ${started === 1 ? 'this command' : `these ${started} commands`}`
}
