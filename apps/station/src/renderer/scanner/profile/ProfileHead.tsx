import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { DRIVER_WORDS } from '../scanner-labels.ts'
import css from './profile.module.css'

/** Whose a profile is, and what it was made from. */
export function ProfileHead(props: {
  view: ProfileView
  driver: keyof typeof DRIVER_WORDS
  madeFrom: string
}) {
  const { view } = props
  return (
    <header className={css['head']}>
      <h2>{view.profile.id === '' ? '新的配置' : view.profile.name}</h2>
      <p>
        {view.is_own ? '我的配置' : '自带的配置，不能改；复制后可以改每一项'} ·{' '}
        {DRIVER_WORDS[props.driver]}
        {view.based_on_name !== null && ` · 复制自「${view.based_on_name}」`}
      </p>
      <p className={css['source']}>依据：{props.madeFrom}</p>
    </header>
  )
}
