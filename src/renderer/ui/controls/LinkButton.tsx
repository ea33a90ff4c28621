import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { buttonLook } from '#renderer/ui/controls/Button.tsx'

function Anchor({ className, ...rest }: ComponentProps<'a'>) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it is given with the rest
  return <a className={clsx(buttonLook(), className)} {...rest} />
}

/** A link to another page that looks like a button. */
export const LinkButton = createLink(Anchor)
