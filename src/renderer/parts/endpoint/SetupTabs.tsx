/** The set-up text for each kind of client, one per tab. */
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { type ClientKind, clientKinds, clientSetup, clientTitles } from '#contract/clients/setupText'
import { TabList } from '#renderer/ui/controls/TabList.tsx'

export interface SetupTabsProps {
  url: string
  /** The token as shown in the text. */
  token: string
  shown: ClientKind
  onShow: (kind: ClientKind) => void
  children?: ReactNode
}

export function SetupTabs({ url, token, shown, onShow, children }: SetupTabsProps) {
  return (
    <Tabs.Root value={shown} onValueChange={(kind) => onShow(kind as ClientKind)}>
      <TabList label="Set up a client" values={clientKinds} titleOf={(kind) => clientTitles[kind]} />
      {clientKinds.map((kind) => (
        <Tabs.Content key={kind} value={kind} className="mt-2 outline-none" tabIndex={-1}>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable with the keyboard
            tabIndex={0}
            data-setup={kind}
            className="max-h-48 overflow-auto rounded-md border border-line bg-canvas px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap select-text -outline-offset-2"
          >
            {clientSetup(kind, url, token)}
          </pre>
        </Tabs.Content>
      ))}
      {children}
    </Tabs.Root>
  )
}
