import multicastDns from 'multicast-dns'

/** A device in the local network that answers who asks for its kind of service. */
export interface MdnsDouble {
  /** For the environment of the bridge. */
  environment: { SCANNER_MDNS: string }
  /** Names that were asked for. */
  asked: string[]
  close: () => Promise<void>
}

/** @param services what it announces: the full name of an instance, with port and path */
export async function startMdnsDouble(
  services: readonly { name: string; port: number; path: string; isSecure?: boolean }[],
): Promise<MdnsDouble> {
  // Its own port: the one of the system may be somebody else's.
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const mdns = multicastDns({ interface: '127.0.0.1', bind: '0.0.0.0', port })
  const asked: string[] = []
  mdns.on('query', ({ questions }) => {
    for (const { name } of questions) asked.push(name)
    for (const { name, port: at, path, isSecure } of services) {
      const type = isSecure ? '_uscans._tcp.local' : '_uscan._tcp.local'
      if (!questions.some((question) => question.name === type)) continue
      const instance = `${name}.${type}`
      mdns.respond({
        answers: [{ name: type, type: 'PTR', data: instance }],
        additionals: [
          { name: instance, type: 'SRV', data: { port: at, target: 'device.local' } },
          { name: instance, type: 'TXT', data: ['txtvers=1', `rs=${path}`, `ty=${name}`] },
          { name: 'device.local', type: 'A', data: '127.0.0.1' },
        ],
      })
    }
  })
  await new Promise<void>((ready) => mdns.once('ready', () => ready()))
  return {
    environment: { SCANNER_MDNS: `127.0.0.1:${port}` },
    asked,
    close: () => new Promise((closed) => mdns.destroy(() => closed())),
  }
}
