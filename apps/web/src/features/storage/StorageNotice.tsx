import { Callout } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { serverStorage } from '@hengjuan/contracts'
import { diskWords } from './storage-words.ts'
import css from './storage.module.css'

/** A disk fills over hours; while it is full, its mending is to be seen soon. */
const EVERY_MS = 60_000

/** Above the page while a disk of the server has little room; else it is not there. */
export function StorageNotice() {
  const { data } = useRoute(serverStorage, {}, { refetchInterval: EVERY_MS })
  return data?.disks.map((disk) => {
    const words = diskWords(disk)
    return (
      words && (
        <Callout
          key={disk.holds.join()}
          compact
          intent={disk.level === 'near' ? 'warning' : 'danger'}
          title={words.title}
          className={css['notice']}
          role="status"
        >
          <span className={css['text']}>{words.text}</span>
        </Callout>
      )
    )
  })
}
