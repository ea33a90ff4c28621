/** Repairs as sentences, for output without buttons. Pure. */
import type { Repair, RepairKind, RepairOf } from '#contract/servers/repair'

type Words = { readonly [K in RepairKind]: (repair: RepairOf<K>, slug: string) => string }

const words: Words = {
  editCommand: ({ program }) =>
    program === undefined
      ? 'Edit its command or address, in its settings.'
      : `Edit its command: begin it with ${program}`,
  editFolder: () => 'Edit its working folder, in its settings.',
  setVariable: ({ variable }) => `Set its variable ${variable}, in its settings.`,
  // The error's message already names the project or the file.
  setSecret: ({ secret }) => `Set the secret ${secret}.`,
  replaceKey: () => 'Replace its key, among the variables in its settings.',
  replaceHeader: ({ header }) => `Replace the value of its header ${header}, in its settings.`,
  addHeader: ({ header = 'that it asks for' }) => `Add the header ${header}, in its settings.`,
  signIn: (_repair, slug) => `Sign in: switchboard sign-in ${slug}`,
  install: ({ title, command, page }) =>
    command === null ? `Install ${title}: ${page}` : `Install ${title}: ${command} (see ${page})`,
  editHosted: () => 'Change its container, on the Hosting page.',
  tryAgain: () => 'Then try again.',
  diagnose: (_repair, slug) => `Diagnose it: switchboard doctor ${slug}`,
}

export function repairSentence(repair: Repair, slug: string): string {
  const say = words[repair.kind] as (one: Repair, of: string) => string
  return say(repair, slug)
}
