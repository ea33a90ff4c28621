/** Signing in to a server from its page: requests the address, opens it, and knows whether it is open. */
import { useRef, useState } from 'react'
import { messageOf } from '#contract/errors'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { openOutside } from '#renderer/client/openOutside.ts'
import { expectedHost } from '#renderer/features/servers/signIn/signInWords.ts'
import { signInPage } from '#renderer/model/servers/signInPage.ts'
import { useSignInActions } from '#renderer/model/servers/useSignIn.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export type Opening =
  | 'not yet'
  | 'opened'
  /** The browser or the system did not open the address. */
  | 'refused'

export interface SigningIn {
  readonly busy: boolean
  /** Why the sign-in could not start, ready to show. */
  readonly failure: string | null
  readonly opening: Opening
  readonly begin: () => void
  readonly open: (address: string) => void
  readonly cancel: () => void
}

/** The hook stays mounted when another server is shown, so each state belongs to one server or to one address. */
export function useSigningIn(slug: string, snapshot: SignInSnapshot | undefined): SigningIn {
  const actions = useSignInActions(slug)
  const [busyAt, setBusyAt] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ readonly slug: string; readonly text: string } | null>(null)
  const [last, setLast] = useState<{ readonly href: string; readonly opening: Opening } | null>(null)
  const underWay = useRef(new Set<string>())
  const cancelled = useRef(new Set<string>())
  const address = snapshot?.authorizationUrl ?? null
  const waiting = address === null ? null : signInPage(address)
  const announced = snapshot === undefined ? null : expectedHost(snapshot)

  const open = async (href: string) => setLast({ href, opening: (await openOutside(href)) ? 'opened' : 'refused' })

  const start = async () => {
    underWay.current.add(slug)
    cancelled.current.delete(slug)
    setBusyAt(slug)
    setFailure(null)
    try {
      const begun = await actions.begin()
      const page = begun === null ? null : signInPage(begun)
      // The page opens by itself only if the person has read its host before the click. Any other host is shown first.
      if (page !== null && page.host === announced && navigator.userActivation.isActive) await open(page.href)
    } catch (thrown) {
      if (!cancelled.current.has(slug)) setFailure({ slug, text: visibleText(messageOf(thrown)) })
    }
    underWay.current.delete(slug)
    setBusyAt((at) => (at === slug ? null : at))
  }

  return {
    busy: busyAt === slug,
    failure: address === null && failure?.slug === slug ? failure.text : null,
    opening: waiting !== null && last?.href === waiting.href ? last.opening : 'not yet',
    begin: () => {
      if (!underWay.current.has(slug)) void start()
    },
    open: (given) => {
      const page = signInPage(given)
      if (page !== null) void open(page.href)
    },
    cancel: () => {
      cancelled.current.add(slug)
      void actions.cancel()
    },
  }
}
