/** What is said of an error that broke a page, and where else to go. Pure. */
import { messageOf } from '#contract/errors'
import { shortText } from '#contract/text/shortText'
import { pages } from '#renderer/app/pages.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

const shownLength = 500
const copiedLength = 4000

export interface Fault {
  readonly title: string
  readonly text: string
  /** What the error says of itself, short enough to be read. */
  readonly message: string
  /** Only a page that is loaded anew has what is missing. */
  readonly isOfLoading: boolean
}

/** What the browsers say when a part of the page does not arrive. */
const loading = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

function wordsOf(thrown: unknown): string {
  const message = visibleText(messageOf(thrown)).trim()
  return message === '' ? 'The error says nothing about itself.' : message
}

export function faultOf(thrown: unknown): Fault {
  const message = shortText(wordsOf(thrown), shownLength)
  return loading.test(message)
    ? {
        title: 'This page could not be loaded',
        text: 'A part of it did not arrive: the engine may be away for a moment, or be of another version than this page by now.',
        message,
        isOfLoading: true,
      }
    : {
        title: 'This page broke',
        text: 'It met something that it was not made for. Your servers and their calls go on: they run in the engine, not in this page.',
        message,
        isOfLoading: false,
      }
}

/** For whoever mends it: where it was, and what the error says. No stack, no search. */
export function faultReport(thrown: unknown, pathname: string): string {
  return `${faultOf(thrown).title}: ${pathname}\n${shortText(wordsOf(thrown), copiedLength)}`
}

/** From a part of a page to the page, from a page to the servers, and from the servers to the chat. */
export function wayOut(pathname: string): (typeof pages)[number] {
  const [chat, servers] = pages
  const above = pages.find(({ to }) => pathname.startsWith(`${to}/`))
  return above ?? (pathname === servers.to ? chat : servers)
}
