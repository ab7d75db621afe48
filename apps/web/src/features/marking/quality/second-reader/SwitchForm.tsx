import { Button, HTMLSelect } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { secondReaders, secondReaderSwitch, secondReaderTemplate } from '@hengjuan/contracts'
import {
  ConfirmDialog,
  DownloadButton,
  ErrorState,
  ProblemLine,
  ReasonButton,
  toast,
  WithReason,
} from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../../../session/session-store.ts'
import { ImportScoresDialog } from './ImportScoresDialog.tsx'
import { ReadersDialog } from './ReadersDialog.tsx'
import type { PanelView } from './SecondReaderTab.tsx'
import css from './second-reader.module.css'

export interface Props {
  blockId: number
  view: PanelView
  onChanged: () => Promise<unknown>
}

type Asking = { readerId: number | null; blockIds: number[] }

export function SwitchForm({ blockId, view, onChanged }: Props) {
  const mayManage = useMay('exam.manage')
  const refresh = useRefresh(secondReaders)
  const inExam = { exam_id: view.exam_id }
  const { data, error, refetch } = useRoute(secondReaders, { query: inExam })
  const [asking, setAsking] = useState<Asking | null>(null)
  const [open, setOpen] = useState<'readers' | 'import' | null>(null)
  const turn = useCall(secondReaderSwitch, {
    onSuccess: async ({ changed }, { body }) => {
      setAsking(null)
      toast.done(
        body.reader_id === null
          ? `已关闭 ${changed} 个题块的对照评分，已有的记录保留`
          : `已对 ${changed} 个题块开启对照评分`,
      )
      await refresh()
      await onChanged()
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const readers = data?.readers.filter(({ is_revoked }) => !is_revoked) ?? []
  const nameOf = (id: number | null) => {
    const reader = readers.find(({ reader_id }) => reader_id === id)
    return reader ? `${reader.name} ${reader.version}` : ''
  }
  const send = ({ readerId, blockIds }: Asking) =>
    turn.mutate({ body: { ...inExam, block_ids: blockIds, reader_id: readerId } })
  const choose = (readerId: number | null) => {
    // Closing takes nothing away and can be undone here; opening lets a program see answers.
    if (readerId === null) send({ readerId, blockIds: [blockId] })
    else setAsking({ readerId, blockIds: [blockId] })
  }
  const waiting = !data ? '正在读取评阅程序' : turn.isPending ? '正在保存' : null
  const others = data?.blocks.filter(({ reader_id }) => reader_id !== view.on_reader_id) ?? []
  return (
    <>
      <div className={css['line']}>
        <WithReason reason={waiting}>
          <HTMLSelect
            aria-label="本题块的评阅程序"
            disabled={waiting !== null}
            value={view.on_reader_id ?? ''}
            onChange={({ currentTarget: { value } }) => choose(value === '' ? null : Number(value))}
          >
            <option value="">关闭</option>
            {readers.map((reader) => (
              <option key={reader.reader_id} value={reader.reader_id}>
                {reader.name} {reader.version}（{reader.maker}）
              </option>
            ))}
          </HTMLSelect>
        </WithReason>
        <ReasonButton
          reason={others.length === 0 ? '全部题块已是这样' : null}
          onClick={() =>
            setAsking({
              readerId: view.on_reader_id,
              blockIds: others.map(({ block_id }) => block_id),
            })
          }
        >
          {view.on_reader_id === null ? '全部题块都关闭…' : '用于全部题块…'}
        </ReasonButton>
        {view.on_reader_id !== null && (
          <>
            <Button onClick={() => setOpen('import')}>用表格导入…</Button>
            <DownloadButton
              variant="minimal"
              route={secondReaderTemplate}
              input={{ query: { block_id: blockId } }}
            >
              下载模板
            </DownloadButton>
          </>
        )}
        {mayManage ? (
          <Button variant="minimal" onClick={() => setOpen('readers')}>
            管理评阅程序…
          </Button>
        ) : (
          data && readers.length === 0 && <p>还没有登记评阅程序，请考试管理员登记。</p>
        )}
      </div>
      {!asking && <ProblemLine problem={turn.error} />}
      <ConfirmDialog
        isOpen={asking !== null}
        title={asking?.readerId === null ? '关闭对照评分' : '开启对照评分'}
        effect={
          asking?.readerId == null
            ? `将关闭 ${asking?.blockIds.length ?? 0} 个题块的对照评分`
            : `「${nameOf(asking.readerId)}」将可以取得 ${asking.blockIds.length} 个题块的作答图像、评分标准和满分`
        }
        confirmText={asking?.readerId === null ? '关闭' : '开启'}
        isPending={turn.isPending}
        error={turn.error}
        onConfirm={() => asking && send(asking)}
        onClose={() => {
          turn.reset()
          setAsking(null)
        }}
      >
        <p className={css['note']}>
          {asking?.readerId === null
            ? '评阅程序不能再取卷，教师不再看到 AI 参考；已有的评分记录保留，可以随时再开启。'
            : '试卷只以密号标识，不含考生姓名、考号、班级和学校。阅卷教师会看到说明，提交后可以看到 AI 参考，也可以自己关闭。随时可以关闭。'}
        </p>
      </ConfirmDialog>
      {open === 'readers' && (
        <ReadersDialog examId={view.exam_id} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
      {open === 'import' && (
        <ImportScoresDialog blockId={blockId} onDone={onChanged} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
