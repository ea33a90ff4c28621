/** Shows what will run before it runs: the version, its source, and the command. */
import type { PackagePreview } from '#contract/hosting/registration'
import { registryTitles } from '#contract/hosting/package'
import { joinWords } from '#contract/pasted/commandWords'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export interface PackagePlanProps {
  preview: PackagePreview
  /** The server's current command on this machine; empty: it does not run here. */
  before: readonly string[]
  args: readonly string[]
}

const code = 'font-mono text-xs break-all select-text'

export function PackagePlan({ preview: { package: found, image, installs }, before, args }: PackagePlanProps) {
  return (
    <section aria-labelledby="package-plan" className="rounded-lg border border-line bg-canvas px-3 py-2.5 text-sm">
      <h3 id="package-plan" className="font-medium">
        This will run
      </h3>
      <p className="mt-1">
        <span className="font-mono text-xs break-all select-text">
          {visibleText(found.name)} {visibleText(found.version)}
        </span>{' '}
        from {registryTitles[found.registry]}
      </p>
      {before.length > 0 && (
        <p className="mt-1 text-muted">
          in place of <span className={code}>{visibleText(joinWords(before))}</span> on this machine
        </p>
      )}
      {args.length > 0 && (
        <p className="mt-1 text-muted">
          with <span className={code}>{visibleText(joinWords(args))}</span>
        </p>
      )}
      <p className="mt-1.5 text-muted">
        First, <span className={code}>{visibleText(installs)}</span> runs in a container of{' '}
        <span className={code}>{visibleText(image)}</span> with network access. None of the package&rsquo;s own code
        runs there. Then the server starts in another container, which cannot change what was installed.
      </p>
      <p className="mt-1 text-muted">The version stays until you update it.</p>
    </section>
  )
}
