/** Texts for an error that broke a page, and the page to go to instead. Pure. */
import { messageOf } from '#contract/errors'
import { shortText } from '#contract/text/shortText'
import { pages } from '#renderer/app/pages.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const shownLength = 500
const copiedLength = 4000

export interface Fault {
  readonly title: string
  readonly text: string
  /** The error's own message, shortened. */
  readonly message: string
  /** Part of the page did not load. Only reloading the page helps. */
  readonly failedToLoad: boolean
}

/** Browsers' messages when part of the page does not load. */
const loading = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

function wordsOf(thrown: unknown): string {
  const message = visibleText(messageOf(thrown)).trim()
  return message === '' ? 'The error has no message.' : message
}

export function faultOf(thrown: unknown): Fault {
  const message = shortText(wordsOf(thrown), shownLength)
  return loading.test(message)
    ? {
        title: 'This page could not be loaded',
        text: 'Part of it did not load. The engine may be briefly unreachable, or may have been updated since you opened this page.',
        message,
        failedToLoad: true,
      }
    : {
        title: 'This page crashed',
        text: 'Your servers and their calls are not affected: they run in the engine, not in this page.',
        message,
        failedToLoad: false,
      }
}

/** Details for a bug report: the page and the error's message. No stack, no search. */
export function faultReport(thrown: unknown, pathname: string): string {
  return `${faultOf(thrown).title}: ${pathname}\n${shortText(wordsOf(thrown), copiedLength)}`
}

/** The page to go to: from a pane, its page; from Servers, Chat; from any other page, Servers. */
export function wayOut(pathname: string): (typeof pages)[number] {
  const [chat, servers] = pages
  const above = pages.find(({ to }) => pathname.startsWith(`${to}/`))
  return above ?? (pathname === servers.to ? chat : servers)
}
