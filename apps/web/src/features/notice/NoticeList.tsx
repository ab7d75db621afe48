import { Checkbox, HTMLSelect } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { notificationList, notificationRead, type ReplyOf } from '@hengjuan/contracts'
import { NOTICE_KIND_CODES, NOTICE_KINDS } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  filter,
  FilterBar,
  FilterField,
  PageTurns,
  ReasonButton,
  Segmented,
  SkeletonLines,
  Time,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import css from './notice.module.css'

type Notice = ReplyOf<typeof notificationList>['list'][number]

const LIMIT = 30
const filters = {
  show: filter.oneOf(['all', 'unread'], 'all'),
  kind: filter.oneOf(['', ...NOTICE_KIND_CODES], ''),
  page: filter.number(1),
}
const CHANNELS = { email: '邮件', sms: '短信' } as const

/** The own notices by day; opening one reads it and goes where it leads. */
export function NoticeList() {
  const { values, set, reset, isSet } = useUrlFilters(filters)
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set())
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useRoute(
    notificationList,
    {
      query: {
        page: values.page,
        limit: LIMIT,
        ...(values.show === 'unread' ? { unread: true } : {}),
        ...(values.kind === '' ? {} : { kind: values.kind }),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const read = useCall(notificationRead, {
    onSuccess: () => {
      setPicked(new Set())
      return queryClient.invalidateQueries({ queryKey: routeKey(notificationList) })
    },
    onError: (failed) => toast.error(failed),
  })
  const open = (notice: Notice) => {
    if (notice.read_at === null) read.mutate({ body: { ids: [notice.id] } })
    if (notice.link !== null) void navigate(notice.link)
  }
  const pick = (id: number, isPicked: boolean) =>
    setPicked(
      (before) => new Set(isPicked ? [...before, id] : [...before].filter((one) => one !== id)),
    )
  const days = Map.groupBy(data?.list ?? [], ({ created_at }) => dayText(created_at))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className={css['bar']}>
        <FilterBar
          onReset={isSet ? reset : undefined}
          trailing={
            <>
              <ReasonButton
                size="small"
                reason={picked.size === 0 ? '请先勾选通知' : null}
                onClick={() => read.mutate({ body: { ids: [...picked] } })}
              >
                {picked.size === 0 ? '标为已读' : `将 ${picked.size} 条标为已读`}
              </ReasonButton>
              <ReasonButton
                size="small"
                reason={data?.unread ? null : '没有未读通知'}
                onClick={() => read.mutate({ body: { all: true } })}
              >
                全部已读
              </ReasonButton>
            </>
          }
        >
          <Segmented
            label="显示"
            options={[
              { value: 'all', label: '全部' },
              { value: 'unread', label: '未读', ...(data ? { count: data.unread } : {}) },
            ]}
            value={values.show}
            onChange={(show) => set({ show })}
          />
          <FilterField label="类型">
            <HTMLSelect
              value={values.kind}
              onChange={({ currentTarget }) =>
                set({ kind: currentTarget.value as typeof values.kind })
              }
              options={[
                { value: '', label: '全部' },
                ...NOTICE_KIND_CODES.map((kind) => ({
                  value: kind,
                  label: NOTICE_KINDS[kind].label,
                })),
              ]}
            />
          </FilterField>
        </FilterBar>
      </div>
      {!data && (
        <div className={css['bar']}>
          <SkeletonLines lines={6} />
        </div>
      )}
      {data?.marking.map(({ exam_id, exam_name, unread }) => (
        <div key={exam_id} className={css['notice']} data-unread>
          <span />
          <span className={css['kind']}>阅卷消息</span>
          <Link className={css['open']} to="/MainPage/markPaper/markPage/unfinishList">
            <strong>
              {exam_name}：{unread} 条未读
            </strong>
          </Link>
        </div>
      ))}
      {[...days].map(([day, notices]) => (
        <section key={day}>
          <h2 className={css['day']}>{day}</h2>
          <ul className={css['list']}>
            {notices.map((notice) => (
              <li
                key={notice.id}
                className={css['notice']}
                data-unread={notice.read_at === null || undefined}
              >
                <Checkbox
                  checked={picked.has(notice.id)}
                  aria-label={`选择「${notice.title}」`}
                  style={{ margin: 0 }}
                  onChange={({ currentTarget }) => pick(notice.id, currentTarget.checked)}
                />
                <span className={css['kind']}>{NOTICE_KINDS[notice.kind].label}</span>
                <button type="button" className={css['open']} onClick={() => open(notice)}>
                  <strong>{notice.title}</strong>
                  <span>{notice.text}</span>
                  {notice.sent
                    .filter(({ state }) => state === 'failed')
                    .map(({ channel, error: why }) => (
                      <span key={channel} className={css['failed']}>
                        {' '}
                        {CHANNELS[channel]}没有送达：{why}
                      </span>
                    ))}
                </button>
                <span className={css['at']}>
                  {notice.from_name ?? '系统'} <Time at={notice.created_at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data && data.list.length === 0 && data.marking.length === 0 && (
        <EmptyState size="large" title={isSet ? '没有符合条件的通知' : '没有通知'}>
          {isSet ? '请调整筛选条件，或清除筛选。' : '成绩发布、账号安全等消息会出现在这里。'}
        </EmptyState>
      )}
      <PageTurns
        page={values.page}
        limit={LIMIT}
        total={data?.total ?? 0}
        onPage={(page) => set({ page })}
      />
    </>
  )
}

const dayText = (iso: string): string =>
  new Date(iso).toLocaleDateString('zh-CN', { month: 'long', day: 'numeric', weekday: 'short' })
