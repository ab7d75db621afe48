import { expect, test } from 'vitest'
import { clientLabel } from './client-label.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.for([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'Windows · Chrome 131',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Windows · Edge 131',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Linux · Firefox 128'],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'iPad · Safari 17',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'macOS · Safari 18',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`,
    '安卓 · Chrome 130',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} station/1.0 Chrome/130 Electron/33.0.0 Safari/537.36`,
    'Windows · 扫描端',
  ],
  ['curl/8.5.0', '未知设备'],
  [undefined, '未知设备'],
] as const)('%s is %s', ([userAgent, label]) => {
  expect(clientLabel(userAgent)).toBe(label)
})
