import type { Services } from '../../services.ts'

/** What else is done when somebody teaches other classes, or has other roles. */
type Follow = (services: Services, changed: { userId: number; byId: number }) => Promise<unknown>

const follows = new Set<Follow>()

/** Has something done behind every such change: schools do not know who marks. */
export function afterTeachingChange(follow: Follow): void {
  follows.add(follow)
}

export async function teachingChanged(...change: Parameters<Follow>): Promise<void> {
  for (const follow of follows) await follow(...change)
}
