/** A server's resources, resource templates and prompts as one list. Pure. */
import type { PromptSnapshot, ResourceSnapshot } from '#contract/tools/catalog'

export type OfferKind = 'resource' | 'template' | 'prompt'

export type Offer =
  | { readonly kind: 'resource' | 'template'; readonly key: string; readonly entry: ResourceSnapshot }
  | { readonly kind: 'prompt'; readonly key: string; readonly entry: PromptSnapshot }

export const kindTitles: Readonly<Record<OfferKind, string>> = {
  resource: 'Resource',
  template: 'Template',
  prompt: 'Prompt',
}

/** All offers. If a server lists the same one twice, the last is kept. */
export function offersOf(resources: readonly ResourceSnapshot[], prompts: readonly PromptSnapshot[]): Offer[] {
  const all = [
    ...resources.map((entry): Offer => {
      const kind = entry.isTemplate ? 'template' : 'resource'
      return { kind, key: `${kind} ${entry.uri}`, entry }
    }),
    ...prompts.map((entry): Offer => ({ kind: 'prompt', key: `prompt ${entry.name}`, entry })),
  ]
  return [...new Map(all.map((offer) => [offer.key, offer])).values()]
}

export function titleOf({ entry }: Offer): string {
  if (entry.title !== null && entry.title.trim() !== '') return entry.title
  return entry.name.trim() === '' && 'uri' in entry ? entry.uri : entry.name
}

/** The line under the title, which distinguishes the offer from others. */
export function lineOf({ kind, entry }: Offer): string {
  if (kind === 'prompt') {
    const names = entry.arguments.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')
    return [names === '' ? null : `(${names})`, entry.description].filter((one) => one !== null).join(' ')
  }
  return [entry.uri, entry.description].filter((one) => one !== null).join(' · ')
}

export function filterOffers(offers: readonly Offer[], kind: string | undefined, words: readonly string[]): Offer[] {
  return offers.filter((offer) => {
    const { entry } = offer
    const texts = [titleOf(offer), entry.name, lineOf(offer)].map((text) => text.toLowerCase())
    return (
      (kind === undefined || offer.kind === kind) && words.every((word) => texts.some((text) => text.includes(word)))
    )
  })
}
