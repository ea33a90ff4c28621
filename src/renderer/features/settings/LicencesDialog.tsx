/** The third-party licences. The build writes the list, and this dialog reads it when it opens. */
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '#renderer/ui/overlay/Dialog.tsx'
import { Disclosure } from '#renderer/ui/notes/Disclosure.tsx'
import { Notice } from '#renderer/ui/notes/Notice.tsx'

interface Licence {
  readonly packages: readonly { readonly name: string; readonly version: string; readonly licence: string }[]
  readonly text: string
}

async function readLicences(): Promise<readonly Licence[]> {
  const response = await fetch('./licences.json')
  if (!response.ok) throw new Error(`The licences could not be loaded (${response.status}).`)
  return (await response.json()) as readonly Licence[]
}

function LicenceEntry({ packages, text }: Licence) {
  const names = (
    <span className="min-w-0 flex-1 break-words">
      {packages.map(({ name, version }) => `${name} ${version}`).join(', ')}
      <span className="ml-2 text-muted">{[...new Set(packages.map(({ licence }) => licence))].join(', ')}</span>
    </span>
  )
  if (text === '') return <p className="py-2 pl-5 text-sm">{names}</p>
  return (
    <Disclosure title={names} className="py-2 text-sm">
      <pre className="mt-2 ml-5 font-mono text-xs break-words whitespace-pre-wrap text-muted select-text">{text}</pre>
    </Disclosure>
  )
}

export function LicencesDialog({ onClose }: { onClose: () => void }) {
  const { data: licences, error } = useQuery({ queryKey: ['licences'], queryFn: readLicences, retry: false })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Third-party licences"
      description="Switchboard uses these packages. The desktop app also contains Electron, whose licences are in the app’s folder."
    >
      {error !== null && <Notice tone="bad">This build has no list of licences. Every full build contains one.</Notice>}
      <ul aria-label="Licences" className="divide-y divide-line">
        {licences?.map((licence) => (
          <li key={`${licence.packages[0]?.name} ${licence.packages[0]?.version}`}>
            <LicenceEntry {...licence} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
