/** The kinds of list that servers have, with the methods that request them and announce their changes. */

import type {
  NotificationMethod,
  RequestMethod,
  ServerCapabilities,
  SubscriptionFilter,
} from '@modelcontextprotocol/client'

interface KindFacts {
  readonly method: RequestMethod
  /** The field of the result that contains the list. */
  readonly entries: string
  readonly capability: keyof ServerCapabilities
  readonly changed: NotificationMethod
  readonly subscription: keyof SubscriptionFilter
}

export const listingKinds = {
  tools: {
    method: 'tools/list',
    entries: 'tools',
    capability: 'tools',
    changed: 'notifications/tools/list_changed',
    subscription: 'toolsListChanged',
  },
  prompts: {
    method: 'prompts/list',
    entries: 'prompts',
    capability: 'prompts',
    changed: 'notifications/prompts/list_changed',
    subscription: 'promptsListChanged',
  },
  resources: {
    method: 'resources/list',
    entries: 'resources',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
    subscription: 'resourcesListChanged',
  },
  templates: {
    method: 'resources/templates/list',
    entries: 'resourceTemplates',
    capability: 'resources',
    changed: 'notifications/resources/list_changed',
    subscription: 'resourcesListChanged',
  },
} as const satisfies Record<string, KindFacts>

export type ListingKind = keyof typeof listingKinds

export const allListingKinds = Object.keys(listingKinds) as ListingKind[]

/** The kinds that a change notification refers to. */
export function kindsChangedBy(method: string): ListingKind[] {
  return allListingKinds.filter((kind) => listingKinds[kind].changed === method)
}
