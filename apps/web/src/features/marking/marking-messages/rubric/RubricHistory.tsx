import { useRoute } from '@hengjuan/client/react'
import { rubricGet } from '@hengjuan/contracts'
import { sentenceOf, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../../../session/session-store.ts'
import type { RubricView } from './rubric-view.ts'
import { RubricDifference } from './RubricDifference.tsx'
import { Saved } from './Saved.tsx'
import css from './rubric.module.css'

/** Who changed what when, and how many papers were marked by what holds no more. */
export function RubricHistory({ rubric }: { rubric: RubricView }) {
  const [opened, setOpened] = useState<number | null>(null)
  if (rubric.history.length === 0)
    return (
      <aside className={css['history']} aria-label="版本">
        <h4 className={css['heading']}>版本</h4>
        <p className={css['none']}>
          {rubric.version > 0
            ? '现有文字是早先保存的。再次保存后，这里列出每一版改了什么。'
            : '还没有保存过。保存后，这里列出每一版改了什么。'}
        </p>
      </aside>
    )
  return (
    <aside className={css['history']} aria-label="版本">
      <h4 className={css['heading']}>版本</h4>
      {rubric.older !== null && rubric.older > 0 && <OlderReadings rubric={rubric} />}
      <ol>
        {rubric.history.map((one) => (
          <li key={one.version}>
            <button
              type="button"
              aria-expanded={opened === one.version}
              onClick={() => setOpened(opened === one.version ? null : one.version)}
            >
              <strong>第 {one.version} 版</strong>
              {one.readings !== null && <span>{one.readings} 份评阅</span>}
              <small>
                <Saved version={one} />
              </small>
              {one.note !== '' && <em>{one.note}</em>}
            </button>
            {opened === one.version && <Change blockId={rubric.block_id} version={one.version} />}
          </li>
        ))}
      </ol>
    </aside>
  )
}

/** What a version changed of the one before. */
function Change({ blockId, version }: { blockId: number; version: number }) {
  const { data, error } = useRoute(
    rubricGet,
    { query: { block_id: blockId, version, before: version - 1 } },
    { staleTime: Infinity },
  )
  if (error && !data) return <p className={css['none']}>没有读到：{sentenceOf(error)}</p>
  if (!data?.before) return <SkeletonLines lines={2} />
  return <RubricDifference before={data.before} after={data.shown} />
}

function OlderReadings({ rubric }: { rubric: RubricView }) {
  const maySample = useMay('marking.supervise')
  return (
    <p className={css['older']} role="status">
      ! {rubric.older} 份评阅按旧版给分。
      {maySample ? (
        <Link
          to={`/spot-check?exam_id=${rubric.exam_id}&block_id=${rubric.block_id}&kind=old_rubric`}
        >
          送去抽查
        </Link>
      ) : (
        '需要复查时，请监管阅卷的人在「抽查」中选择「旧版标准」。'
      )}
    </p>
  )
}
