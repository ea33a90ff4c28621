import { EndpointCard } from '#renderer/parts/endpoint/EndpointCard.tsx'

/** What the right side shows while no server is open: the other half of setting up. */
export function ServersResting() {
  return (
    <div className="mx-auto max-w-lg px-6 pt-[12vh] pb-8">
      <h2 className="text-lg font-semibold">Connect a client</h2>
      <p className="mt-1 mb-5 text-sm text-muted">
        Every client that connects here shares these servers, with the tools that are on. Choose a server to see its
        tools and its log.
      </p>
      <EndpointCard />
    </div>
  )
}
