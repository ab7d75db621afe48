import { Button } from '@blueprintjs/core'
import { isSameFamily } from '../../../bridge/profile-fields.ts'
import type { ScannerProfile } from '@hengjuan/scanner-bridge'
import { useScreen } from '../../station-store.ts'
import css from './profile.module.css'

/** Ties a profile to the scanner that was used last, so that it is offered first with that one alone. */
export function DeviceBinding(props: {
  profile: ScannerProfile
  onChange: (profile: ScannerProfile) => void
}) {
  const choice = useScreen((screen) => screen.live?.scanner.choice ?? null)
  const { device, ...rest } = props.profile
  const candidate =
    choice?.device_key !== undefined && isSameFamily(choice.driver, rest.driver) ? choice : null
  if (device)
    return (
      <p className={css['binding']}>
        只用于：<strong title={device.key}>{device.name}</strong>
        <Button size="small" text="取消绑定" onClick={() => props.onChange(rest)} />
      </p>
    )
  if (!candidate) return null
  return (
    <p className={css['binding']}>
      可以只用于「{candidate.device_name}」这一台。
      <Button
        size="small"
        text="绑定"
        onClick={() =>
          props.onChange({
            ...rest,
            device: { key: candidate.device_key ?? '', name: candidate.device_name },
          })
        }
      />
    </p>
  )
}
