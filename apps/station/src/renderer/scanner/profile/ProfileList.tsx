import { Button } from '@blueprintjs/core'
import { toast } from '@hengjuan/ui'
import { useEffect, useRef } from 'react'
import type { ProfileView } from '../../../bridge/scanner-api.ts'
import { useTransport } from '../../transport/use-station.ts'
import { DRIVER_WORDS } from '../scanner-labels.ts'
import css from './profile.module.css'

/** Own profiles first, then the shipped ones; each says where it was tried. */
export function ProfileList(props: {
  profiles: readonly ProfileView[]
  broken: readonly string[]
  chosen: string | null
  onChoose: (id: string) => void
  onImported: (id: string | null) => void
}) {
  const { chosen } = props
  const { call } = useTransport()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLElement>(null)
  // One that was just kept stands at the top, and the list may be anywhere.
  useEffect(() => {
    if (chosen === null) return
    list.current?.querySelector(`[data-profile="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const groups = [
    { title: '我的配置', views: props.profiles.filter(({ is_own }) => is_own) },
    { title: '自带的配置', views: props.profiles.filter(({ is_own }) => !is_own) },
  ]
  const importFile = async (file: File) => {
    const { profile_id, problems } = await call('importProfile', { text: await file.text() })
    if (problems[0]) return toast.warn(`没有导入：${problems[0].message}`)
    toast.done('已导入为我的配置')
    props.onImported(profile_id)
  }
  return (
    <nav ref={list} className={css['list']} aria-label="配置">
      {groups.map(({ title, views }) => (
        <section key={title}>
          <h3>{title}</h3>
          {views.length === 0 && (
            <p className={css['hint']}>还没有。选一个自带的配置，点「复制」。</p>
          )}
          {views.map(({ profile, tried }) => (
            <button
              key={profile.id}
              type="button"
              className={css['entry']}
              data-profile={profile.id}
              aria-current={profile.id === chosen}
              onClick={() => props.onChoose(profile.id)}
            >
              <span>{profile.name}</span>
              <small>
                {DRIVER_WORDS[profile.driver]} · {triedText(profile.source.verified, tried)}
              </small>
            </button>
          ))}
        </section>
      ))}
      {props.broken.map((name) => (
        <p key={name} className={css['bad']}>
          ✕ 文件 {name} 已损坏，没有载入
        </p>
      ))}
      <div className={css['import']}>
        <Button size="small" text="从文件导入…" onClick={() => input.current?.click()} />
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="配置文件"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void importFile(file).catch(toast.error)
          }}
        />
      </div>
    </nav>
  )
}

function triedText(isVerified: boolean, tried: ProfileView['tried']): string {
  if (tried) return `✓ 本站检查通过（${tried.at.slice(0, 10)}）`
  return isVerified ? '✓ 已在真机核实' : '未在真机核实'
}
