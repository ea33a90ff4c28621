/** Hosted servers where there is no runtime for them. */
import { providerName } from '#contract/hosting/hostedServer'
import { AppError } from '#contract/errors'
import type { HostingService } from '#engine/hosting/hostingService'

const nothingCan = {
  limits: { cpu: false, memory: false, disk: false },
  volumes: false,
  ports: false,
  usage: false,
  allow_list: false,
}

export function hostingWithoutRuntimes(): HostingService {
  const reason = 'No runtime for containers was found on this machine.'
  const repair = 'Install Docker Engine, and gVisor for it.'
  const noServer = (id: string) => Promise.reject(new AppError('NOT_FOUND', `There is no hosted server ${id}.`))
  const noVolume = (name: string) => Promise.reject(new AppError('NOT_FOUND', `There is no volume ${name}.`))
  return {
    register: () => Promise.reject(new AppError('RUNTIME_UNAVAILABLE', `${reason} ${repair}`)),
    list: () => Promise.resolve([]),
    get: noServer,
    call: noServer,
    restart: noServer,
    remove: noServer,
    restore: noServer,
    logs: noServer,
    history: noServer,
    volumes: () => Promise.resolve([]),
    removeVolume: noVolume,
    backupVolume: noVolume,
    runtimes: () =>
      Promise.resolve({
        auto: null,
        runtimes: providerName.options.map((name) => ({
          name,
          available: false,
          weaker: name === 'plain',
          cloud: name === 'e2b',
          missing: { reason, repair },
          can: nothingCan,
        })),
      }),
  }
}
