import type { ReplyOf, stuckGet } from '@hengjuan/contracts'
import { Panel, ReasonButton, Time } from '@hengjuan/ui'
import css from './avoidance.module.css'
import { rulesText } from './release-options.ts'

type Release = ReplyOf<typeof stuckGet>['releases'][number]

/** Who released what, when and why; what nobody has taken yet can be taken back. */
export function ReleaseRecord(props: {
  releases: readonly Release[]
  isPending: boolean
  onUndo: (release: Release) => void
}) {
  if (props.releases.length === 0) return null
  return (
    <Panel title="放开的记录">
      <ul className={css['record']} aria-label="放开的记录">
        {props.releases.map((release) => (
          <li key={release.release_ids[0]}>
            <Time at={release.at} />
            <div>
              <strong>
                放开{rulesText(release.rules)} {release.papers.length} 份
              </strong>{' '}
              {release.by_name}
              <p>原因：{release.reason}</p>
              <p>
                {release.undone ? (
                  <>
                    {release.undone.by_name} 于 <Time at={release.undone.at} /> 撤销
                  </>
                ) : (
                  stateText(release)
                )}
              </p>
            </div>
            {release.undone === null && (
              <ReasonButton
                size="small"
                loading={props.isPending}
                reason={waiting(release) === 0 ? '都已有教师领取或评阅，不能撤销' : null}
                onClick={() => props.onUndo(release)}
              >
                撤销{waiting(release) > 0 ? ` ${waiting(release)} 份` : ''}
              </ReasonButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const waiting = ({ papers }: Release): number =>
  papers.filter(({ state }) => state === 'waiting').length

function stateText(release: Release): string {
  const begun = release.papers.filter(({ state }) => state === 'begun').length
  const parts = [
    waiting(release) > 0 ? `${waiting(release)} 份等待领取` : '',
    begun > 0 ? `${begun} 份已领取或评阅` : '',
  ]
  return parts.filter(Boolean).join('，')
}
