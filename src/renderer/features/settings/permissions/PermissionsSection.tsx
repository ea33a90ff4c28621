import { useQuery } from '@tanstack/react-query'
import { useEngine } from '#renderer/client/engine.ts'
import { useProjects } from '#renderer/model/projects/useProjects.ts'
import { DecisionList } from '#renderer/features/settings/permissions/DecisionList.tsx'
import { SectionHead } from '#renderer/features/settings/SectionHead.tsx'
import { OptionChoice } from '#renderer/ui/form/OptionChoice.tsx'
import { SettingRow } from '#renderer/ui/form/SettingRow.tsx'
import { Switch } from '#renderer/ui/controls/Switch.tsx'
import { useAttempt } from '#renderer/ui/overlay/useAttempt.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

export function PermissionsSection() {
  const { api, cache, queries } = useEngine()
  const attempt = useAttempt()
  const { data: projects = [] } = useProjects()
  const { data: permissions } = useQuery({
    ...queries.secrets.permissions.queryOptions(),
    refetchOnMount: 'always',
  })
  const change = async (act: () => Promise<unknown>) => {
    await attempt('Could not change the permission', act)
    await cache.invalidateQueries({ queryKey: queries.secrets.permissions.key() })
  }
  const owners = projects.filter((project) => project.file === null)
  return (
    <>
      <SectionHead title="Permissions">What servers may use beyond the secrets of their own project.</SectionHead>
      {permissions !== undefined && (
        <>
          <SettingRow
            title="Switchboard’s environment variables"
            hint={
              <>
                Servers may use them as <code className="font-mono text-xs">{'${env:NAME}'}</code>. Servers from
                configuration files may never use them.
              </>
            }
          >
            <Switch
              label="Servers may use Switchboard’s environment variables"
              checked={permissions.environment}
              onCheckedChange={(allowed) => void change(() => api.secrets.allowEnvironment({ allowed }))}
            />
          </SettingRow>
          {permissions.files.map(({ file, projectId }) => (
            <SettingRow
              key={file}
              title="Secrets for a configuration file"
              hint={<code className="font-mono text-xs break-all">{visibleText(file)}</code>}
            >
              <OptionChoice
                aria-label={`Secrets that ${visibleText(file)} may use`}
                className="w-56"
                value={projectId ?? ''}
                options={[
                  { value: '', title: 'Only its own secrets' },
                  ...owners.map((project) => ({
                    value: project.id,
                    title: `Its own, and those of ${visibleText(project.name)}`,
                  })),
                ]}
                onChange={(value) =>
                  void change(() =>
                    api.secrets.allowFile({ file, allowed: value !== '', ...(value !== '' && { projectId: value }) }),
                  )
                }
              />
            </SettingRow>
          ))}
        </>
      )}
      <DecisionList />
    </>
  )
}
