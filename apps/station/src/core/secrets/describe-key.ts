import type { DataKeyState } from '../../bridge/upkeep-api.ts'
import { KEY_PLACES, type KeyPlace } from './key-store.ts'

/** Says of a key in a file that it protects less than one in the system's own place. */
export const describeDataKey = (place: KeyPlace): DataKeyState => ({
  place: KEY_PLACES[place],
  warning:
    place === 'file'
      ? '这台电脑没有可用的系统密钥库，数据密钥保存在密钥文件里：能读到这个用户文件的人就能解开本机的扫描数据。请只让扫描员登录这台电脑，并备份密钥文件'
      : '',
})
