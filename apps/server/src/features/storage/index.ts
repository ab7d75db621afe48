import { serverStorage } from '@hengjuan/contracts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { disksUnder } from './disk-room.ts'

export function registerStorage(target: ServeApp): void {
  serve(target, serverStorage, async ({ services: { config, images } }) => ({
    disks: await disksUnder([
      ['data', config.dataDir],
      ...(images.folder === null ? [] : ([['images', images.folder]] as const)),
    ]),
  }))
}
