import { Dialog, DialogBody } from '@blueprintjs/core'
import { EmptyState, ImageViewer, Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import { useTransport } from '../transport/use-station.ts'
import css from './history.module.css'

/** Pictures that no longer count: those of before a rescan, or of what was taken out. */
export function OldPictures(props: { ids: string[]; title: string; onClose: () => void }) {
  const { pictureAddress } = useTransport()
  const [at, setAt] = useState(0)
  const id = props.ids[at]
  return (
    <Dialog isOpen title={props.title} className={css['pictures'] ?? ''} onClose={props.onClose}>
      <DialogBody className={css['picture'] ?? ''}>
        {props.ids.length > 1 && (
          <Segmented
            label="图像"
            value={at}
            onChange={setAt}
            options={props.ids.map((_, index) => ({ value: index, label: `图像 ${index + 1}` }))}
          />
        )}
        {id === undefined ? (
          <EmptyState title="没有图像">它已按保留期从本机清理。</EmptyState>
        ) : (
          <ImageViewer
            key={id}
            src={pictureAddress(id, 'page')}
            alt={`图像 ${at + 1}`}
            fit="page"
          />
        )}
      </DialogBody>
    </Dialog>
  )
}
