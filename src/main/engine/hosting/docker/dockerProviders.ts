/** All ways in which the Docker Engine of this machine, or the one that `DOCKER_HOST` names, can run a hosted server. */
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { DockerProvider } from '#engine/hosting/docker/dockerProvider'
import type { Provider } from '#engine/hosting/provider'
import type { Ports } from '#engine/ports'

export function dockerProviders({ clock, environment }: Pick<Ports, 'clock' | 'environment'>): readonly Provider[] {
  const host = new DockerHost(clock, environment)
  return (['gvisor', 'firecracker', 'plain'] as const).map((name) => new DockerProvider(name, host))
}
