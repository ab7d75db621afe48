import { Button } from '@blueprintjs/core'
import type { avoidedPairs, ReplyOf } from '@hengjuan/contracts'
import { type Column, StatusTag, Time } from '@hengjuan/ui'
import css from './avoidance.module.css'

export type Pair = ReplyOf<typeof avoidedPairs>['list'][number]

export const textOf = (pair: Pair): string =>
  [pair.marker_name, pair.account, pair.candidate_name, pair.exam_no, pair.class_name].join(' ')

export function columnsWith(remove: (pair: Pair) => void): readonly Column<Pair>[] {
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
