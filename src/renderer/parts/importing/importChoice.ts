/**
 * A person's choices among the candidates of an import. They are kept by name, so they survive reading the file again.
 * Pure.
 */
import type { ClientCandidate } from '#contract/clients/client'

/** What to do with a candidate whose name is taken. */
export type ClashChoice = { readonly kind: 'rename'; readonly name: string } | { readonly kind: 'replace' }

export interface Choices {
  /** Candidates that a person selected or deselected. The others have their default. */
  readonly selected: ReadonlyMap<string, boolean>
  readonly clashes: ReadonlyMap<string, ClashChoice>
}

export const noChoices: Choices = { selected: new Map(), clashes: new Map() }

export function isPossible({ problem }: ClientCandidate): boolean {
  return problem === null
}

/** By default a server is selected if it is new, its name is free and its command is installed. */
export function isChosen({ selected }: Choices, candidate: ClientCandidate): boolean {
  const { name, standing, clash, missing } = candidate
  return isPossible(candidate) && (selected.get(name) ?? (standing === 'new' && clash === null && missing === null))
}

export function clashChoice({ clashes }: Choices, { name, clash }: ClientCandidate): ClashChoice | null {
  return clash === null ? null : (clashes.get(name) ?? { kind: 'rename', name: clash.freeName })
}

export function withSelected(choices: Choices, names: readonly string[], wanted: boolean): Choices {
  return { ...choices, selected: new Map([...choices.selected, ...names.map((name) => [name, wanted] as const)]) }
}

/** Choosing what to do about a taken name also selects the server. */
export function withClash(choices: Choices, name: string, choice: ClashChoice): Choices {
  return { ...withSelected(choices, [name], true), clashes: new Map(choices.clashes).set(name, choice) }
}

/** The input of the engine's import route. */
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

/** The text of the import button, which says what will run. */
export function consentText(chosen: readonly ClientCandidate[]): string {
  const started = chosen.filter((candidate) => candidate.enabled).length
  if (started === 0) return `Import ${chosen.length}`
  return `Import and start ${started === 1 ? 'this command' : `these ${started} commands`}`
}
