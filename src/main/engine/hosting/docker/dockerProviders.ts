/** The providers for all kinds of isolation that this machine's Docker, or the one in `DOCKER_HOST`, may offer. */
import { DockerHost } from '#engine/hosting/docker/dockerHost'
import { DockerProvider } from '#engine/hosting/docker/dockerProvider'
import type { Provider } from '#engine/hosting/provider'
import type { Ports } from '#engine/ports'

export function dockerProviders({
  clock,
  environment,
  paths,
}: Pick<Ports, 'clock' | 'environment' | 'paths'>): readonly Provider[] {
  const host = new DockerHost(clock, environment, paths.reaper)
  return (['gvisor', 'firecracker', 'plain'] as const).map((name) => new DockerProvider(name, host))
}
