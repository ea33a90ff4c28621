import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'

function Anchor(props: Omit<ComponentProps<'a'>, 'className' | 'children'>) {
  return (
    <a
      {...props}
      className="-ml-1.5 inline-flex size-7 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink lg:hidden"
    >
      <ArrowLeft className="size-4" aria-hidden="true" />
    </a>
  )
}

/** Leads back to the list, where a narrow page has no room for both. `aria-label` names the list. */
export const BackLink = createLink(Anchor)
