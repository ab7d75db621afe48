import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, secondReaders, secondReaderToken } from '@hengjuan/contracts'
import { ConfirmDialog, ErrorState, SkeletonLines, StatusTag, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import setup from '../../marking-setup/block/setup.module.css'
import { RegisterReader } from './RegisterReader.tsx'
import { TokenNotice } from './TokenNotice.tsx'
import css from './second-reader.module.css'

type Reader = ReplyOf<typeof secondReaders>['readers'][number]

const nameOf = ({ name, version }: Pick<Reader, 'name' | 'version'>): string => `${name} ${version}`

/** The programs of the school: registered here, given tokens, and shut out. */
export function ReadersDialog(props: {
  examId: number
  onChanged: () => Promise<unknown>
  onClose: () => void
}) {
  const inExam = { exam_id: props.examId }
  const client = useQueryClient()
  const { data, error, refetch } = useRoute(secondReaders, { query: inExam })
  const [asking, setAsking] = useState<{ reader: Reader; action: 'revoke' | 'renew' } | null>(null)
  const [made, setMade] = useState<{ name: string; token: string } | null>(null)
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: routeKey(secondReaders) })
    await props.onChanged()
  }
  const change = useCall(secondReaderToken, {
    onSuccess: ({ token }) => {
      const name = asking ? nameOf(asking.reader) : ''
      setMade(token === null ? null : { name, token })
      if (token === null) toast.done(`已停用 ${name}`)
      setAsking(null)
      return refresh()
    },
  })
  return (
    <Dialog isOpen title="评阅程序" onClose={props.onClose} style={{ width: 820 }}>
      <DialogBody>
        <p className={setup['need']}>
          登记后得到令牌，评阅程序凭令牌取卷、交分，不能做别的。一个版本登记一次，换了版本请重新登记。
        </p>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonLines lines={3} />}
        {data && data.readers.length > 0 && (
          <div className={css['readers']}>
            <table className={setup['table']}>
              <thead>
                <tr>
                  {['名称与版本', '制作单位', '用途', '登记人', '状态', '令牌'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.readers.map((reader) => (
                  <tr key={reader.reader_id}>
                    <td>{nameOf(reader)}</td>
                    <td>{reader.maker}</td>
                    <td className={setup['importNote']}>{reader.purpose}</td>
                    <td>{reader.registered_by}</td>
                    <td>
                      <StatusTag status={reader.is_revoked ? 'idle' : 'ok'}>
                        {reader.is_revoked ? '已停用' : '可用'}
                      </StatusTag>
                    </td>
                    <td>
                      <Button
                        size="small"
                        variant="minimal"
                        onClick={() => setAsking({ reader, action: 'renew' })}
                      >
                        换发…
                      </Button>
                      {!reader.is_revoked && (
                        <Button
                          size="small"
                          variant="minimal"
                          intent="danger"
                          onClick={() => setAsking({ reader, action: 'revoke' })}
                        >
                          停用…
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {made ? (
          <TokenNotice {...made} onClose={() => setMade(null)} />
        ) : (
          <RegisterReader
            examId={props.examId}
            onDone={(reader, token) => {
              setMade({ name: nameOf(reader), token })
              return refresh()
            }}
          />
        )}
      </DialogBody>
      <DialogFooter actions={<Button onClick={props.onClose}>关闭</Button>} />
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking?.action === 'revoke' ? '停用评阅程序' : '换发令牌'}
        effect={
          asking?.action === 'revoke'
            ? `「${asking ? nameOf(asking.reader) : ''}」的令牌立即失效`
            : `「${asking ? nameOf(asking.reader) : ''}」得到新的令牌，旧令牌立即失效`
        }
        confirmText={asking?.action === 'revoke' ? '停用' : '换发令牌'}
        isDestructive={asking?.action === 'revoke'}
        isPending={change.isPending}
        error={change.error}
        onConfirm={() =>
          asking &&
          change.mutate({
            body: { ...inExam, reader_id: asking.reader.reader_id, action: asking.action },
          })
        }
        onClose={() => {
          change.reset()
          setAsking(null)
        }}
      >
        <p className={css['note']}>
          {asking?.action === 'revoke'
            ? '它不能再取卷、交分，教师也不再看到它的参考分；已有的记录保留，换发令牌后恢复。'
            : '请把新令牌交给评阅程序的管理人；令牌只显示一次。'}
        </p>
      </ConfirmDialog>
    </Dialog>
  )
}
