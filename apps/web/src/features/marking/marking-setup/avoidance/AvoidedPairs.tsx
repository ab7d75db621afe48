import { Button } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { avoidedPairs, avoidedPairSet, type ReplyOf } from '@hengjuan/contracts'
import { holdsText } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  Panel,
  SearchField,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import { AddPair } from './AddPair.tsx'
import { ImportPairsDialog } from './ImportPairsDialog.tsx'
import css from './avoidance.module.css'

/** Who is kept from whose papers in an exam: added by search or from a table, removed with undo. */
export function AvoidedPairs(props: { examId: number }) {
  const { examId } = props
  const list = useRoute(avoidedPairs, { query: { exam_id: examId } })
  const refresh = useRefresh(avoidedPairs)
  const [keyword, setKeyword] = useState('')
  const [isImporting, setImporting] = useState(false)
  const change = useCall(avoidedPairSet, { onSuccess: refresh, onError: toast.error })
  const set = (action: 'remove' | 'restore', pairIds: readonly number[], words: string) =>
    change.mutate(
      { body: { exam_id: examId, action, pair_ids: [...pairIds] } },
      {
        onSuccess: () =>
          toast.done(words, {
            text: '撤销',
            onClick: () =>
              set(action === 'remove' ? 'restore' : 'remove', pairIds, `已撤销：${words}`),
          }),
      },
    )
  const tell = (pairIds: readonly number[], words: string) => {
    void refresh()
    toast.done(words, {
      text: '撤销',
      onClick: () => set('remove', pairIds, `已撤销：${words}`),
    })
  }
  const pairs = list.data?.list
  const word = keyword.trim()
  const shown = pairs?.filter((pair) => word === '' || holdsText(textOf(pair), word))
  return (
    <div className={css['page']}>
      <AddPair examId={examId} onAdded={tell} />
      <Panel
        title="回避名单"
        note={pairs ? `${pairs.length} 对` : ''}
        flush
        actions={
          <>
            <SearchField value={keyword} onChange={setKeyword} placeholder="查找姓名、考号、班级" />
            <Button onClick={() => setImporting(true)}>导入表格</Button>
          </>
        }
        footer="名单只有考试管理人员能看到。名单中的教师不会领到这位考生任何科目的试卷，也不能裁定或抽查改分；阅卷页面不显示考生身份。"
      >
        <DataTable<Pair>
          label="亲属回避名单"
          columns={columnsWith((pair) =>
            set('remove', [pair.pair_id], `已移除${pair.marker_name}与${pair.candidate_name}`),
          )}
          rows={shown}
          rowKey={({ pair_id }) => pair_id}
          rowHeight={52}
          error={list.data ? undefined : list.error}
          onRetry={() => void list.refetch()}
          maxHeight="max(260px, calc(100vh - 420px))"
          empty={
            word === '' ? (
              <EmptyState size="large" title="名单是空的">
                请在上面添加，或导入表格。没有登记的只按本班、本校的规则回避。
              </EmptyState>
            ) : (
              <EmptyState title={`名单中没有「${word}」`}>请换一个词，或清空查找。</EmptyState>
            )
          }
        />
      </Panel>
      {isImporting && (
        <ImportPairsDialog examId={examId} onDone={tell} onClose={() => setImporting(false)} />
      )}
    </div>
  )
}

type Pair = ReplyOf<typeof avoidedPairs>['list'][number]

const textOf = (pair: Pair): string =>
  [pair.marker_name, pair.account, pair.candidate_name, pair.exam_no, pair.class_name].join(' ')

function columnsWith(remove: (pair: Pair) => void): readonly Column<Pair>[] {
  return [
    {
      key: 'marker',
      title: '教师',
      width: 200,
      grow: true,
      sortBy: ({ marker_name }) => marker_name,
      render: ({ marker_name, account, marker_school }) => (
        <span className={css['two']}>
          {marker_name}
          <small>{[account, marker_school].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    {
      key: 'candidate',
      title: '不评阅的考生',
      width: 240,
      grow: true,
      sortBy: ({ candidate_name }) => candidate_name,
      render: ({ candidate_name, exam_no, class_name, candidate_school }) => (
        <span className={css['two']}>
          {candidate_name}
          <small>{`${exam_no} · ${candidate_school} ${class_name}`}</small>
        </span>
      ),
    },
    { key: 'relation', title: '关系', width: 120, render: ({ relation }) => relation || '–' },
    {
      key: 'read',
      title: '登记前已评',
      hint: '登记之前这位教师已评过的份数；分数仍然有效，请抽查',
      width: 130,
      sortBy: ({ read }) => read,
      render: ({ read }) =>
        read === 0 ? '–' : <StatusTag status="warn">{`${read} 份，请抽查`}</StatusTag>,
    },
    {
      key: 'added',
      title: '登记',
      width: 170,
      sortBy: ({ added_at }) => added_at,
      render: ({ added_by, added_at }) => (
        <span className={css['two']}>
          {added_by}
          <small>
            <Time at={added_at} />
          </small>
        </span>
      ),
    },
    {
      key: 'act',
      title: '操作',
      width: 90,
      render: (pair) => (
        <Button
          size="small"
          variant="minimal"
          aria-label={`移除${pair.marker_name}与${pair.candidate_name}`}
          onClick={() => remove(pair)}
        >
          移除
        </Button>
      ),
    },
  ]
}
