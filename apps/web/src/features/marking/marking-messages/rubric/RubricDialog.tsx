import { DialogBody } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { rubricGet } from '@hengjuan/contracts'
import { FormDialog, Pending } from '@hengjuan/ui'
import css from './rubric.module.css'
import { RubricEditor } from './RubricEditor.tsx'

/** The marking scheme that markers open with S: reasons for points, free text, and its versions. */
export function RubricDialog({ blockId, onClose }: { blockId: number; onClose: () => void }) {
  const { data, error, refetch } = useRoute(
    rubricGet,
    { query: { block_id: blockId } },
    { refetchOnMount: 'always' },
  )
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`${data?.block_name ?? ''} 评分标准${data && data.version > 0 ? ` · 第 ${data.version} 版` : ''}`}
      className={css['dialog'] ?? ''}
    >
      {data ? (
        <RubricEditor
          rubric={data}
          onReload={() => refetch().then(({ data: newer }) => newer)}
          onClose={onClose}
        />
      ) : (
        <DialogBody>
          <Pending error={error} refetch={refetch} lines={8} />
        </DialogBody>
      )}
    </FormDialog>
  )
}
