import { createLink } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { buttonLook } from '#renderer/ui/controls/Button.tsx'

function Anchor({ className, ...rest }: ComponentProps<'a'>) {
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- it is given with the rest
  return <a className={clsx(buttonLook(), className)} {...rest} />
}

/** A way to another page that stands where buttons stand. */
export const LinkButton = createLink(Anchor)
