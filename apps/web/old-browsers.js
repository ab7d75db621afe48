// Runs before the portal, in whatever browser there is: so it is written as browsers read it ten years ago.
// Windows 7, which many schools still have, ends with Chrome 109; what the portal uses that came later is added here.
;(function () {
  'use strict'

  // `:has` came with Chrome 105, Safari 15.4 and Firefox 121, after everything else that cannot be added.
  var isAble = window.CSS && CSS.supports && CSS.supports('selector(:has(a))')

  if (!isAble) {
    document.addEventListener('DOMContentLoaded', function () {
      document.getElementById('root').innerHTML =
        '<div role="alert" style="max-width:560px;margin:80px auto;padding:0 24px;font:16px/1.8 sans-serif">' +
        '<h1 style="font-size:22px">浏览器版本过旧，打不开衡卷</h1>' +
        '<p>请换用或升级浏览器后重新打开：</p>' +
        '<ul><li>Chrome 或 Edge 109 以上（Windows 7 可以安装 Chrome 109）</li>' +
        '<li>近两年的 Firefox 或 Safari</li>' +
        '<li>360、QQ、搜狗等浏览器：升级到最新版，并切换到「极速模式」</li></ul></div>'
    })
    return
  }

  function add(target, name, method) {
    if (!target[name])
      Object.defineProperty(target, name, { value: method, writable: true, configurable: true })
  }

  /** As the language has them, but for lists with holes. */
  function addCopies(prototype, copyOf) {
    add(prototype, 'toSorted', function (compare) {
      return copyOf(this).sort(compare)
    })
    add(prototype, 'toReversed', function () {
      return copyOf(this).reverse()
    })
    add(prototype, 'with', function (index, value) {
      var copy = copyOf(this)
      var at = index < 0 ? copy.length + index : index
      if (at < 0 || at >= copy.length) throw new RangeError('Invalid index : ' + index)
      copy[at] = value
      return copy
    })
  }

  addCopies(Array.prototype, function (list) {
    return Array.from(list)
  })
  add(Array.prototype, 'toSpliced', function () {
    var copy = Array.from(this)
    copy.splice.apply(copy, arguments)
    return copy
  })
  addCopies(Object.getPrototypeOf(Int8Array.prototype), function (list) {
    return list.slice()
  })
  add(Map, 'groupBy', function (items, keyOf) {
    var groups = new Map()
    var at = 0
    Array.from(items).forEach(function (item) {
      var key = keyOf(item, at++)
      var group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    })
    return groups
  })

  // Colours that are mixed from others, as the build worked them out.
  if (!CSS.supports('color', 'color-mix(in srgb, red, blue)')) {
    var styles = document.createElement('link')
    styles.rel = 'stylesheet'
    styles.href = '/old-browsers.css'
    document.addEventListener('DOMContentLoaded', function () {
      document.head.appendChild(styles)
    })
  }
})()
