import { EndpointCard } from '#renderer/parts/endpoint/EndpointCard.tsx'

/** Shown on the right while no server is open: how to connect a client. */
export function ServersResting() {
  return (
    <div className="mx-auto max-w-lg px-6 pt-[12vh] pb-8">
      <h2 className="text-lg font-semibold">Connect a client</h2>
      <p className="mt-1 mb-5 text-sm text-muted">
        Clients that connect here share these servers and the tools that are on. Select a server to see its tools and
        its log.
      </p>
      <EndpointCard />
    </div>
  )
}
