# Drives WIA scanners for the bridge of the station: JSON lines over standard input and output, UTF-8.
#
#   powershell.exe -STA -NoProfile -NonInteractive -ExecutionPolicy Bypass -File wia-helper.ps1
#
# Requests { id, cmd, ... } are answered once, { id, ok: true, res } or { id, ok: false, code, message }:
#   hello                        -> { proto, version }
#   list                         -> [ { id, name, vendor, serial } ]
#   open { device, settings }    -> { applied: { source, dpi, mode }, warnings: [ { option, wanted, got } ] }
#   caps                         -> { sources, modes, dpi, maxArea, vendor }
#   status                       -> { feeder }
#   next { file }                -> { more: true } with the image under that name as PNG, { more: false } at the end
#   close                        -> {}
# Standard input that ends ends the helper. One request at a time: a transfer cannot be interrupted.
#
# The automation layer is WIA 1: Transfer is repeated until it says that the paper is empty.

# On a locked-down computer nothing below may run; this may.
if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
  Write-Output '{"event":"fatal","code":"ACCESS_DENIED","message":"PowerShell runs in Constrained Language Mode"}'
  exit 3
}
$ErrorActionPreference = 'Stop'
if ([System.Threading.Thread]::CurrentThread.GetApartmentState() -ne 'STA') {
  Write-Output '{"event":"fatal","code":"UNSUPPORTED","message":"WIA needs -STA"}'
  exit 4
}

$utf8 = New-Object System.Text.UTF8Encoding($false)
$reader = New-Object System.IO.StreamReader([Console]::OpenStandardInput(), $utf8)
$writer = New-Object System.IO.StreamWriter([Console]::OpenStandardOutput(), $utf8)
$writer.NewLine = "`n"

$SCANNER = 1
$PNG = '{B96B3CAF-0728-11D3-9D7B-0000F81EF32E}'
$BMP = '{B96B3CAB-0728-11D3-9D7B-0000F81EF32E}'
# Numbers of wiadef.h.
$DPS_HANDLING_CAPABILITIES = '3086'
$DPS_HANDLING_STATUS = '3087'
$DPS_HANDLING_SELECT = '3088'
$DPS_PAGES = '3096'
$DPS_HORIZONTAL_BED = '3074'
$DPS_VERTICAL_BED = '3075'
$IPS_INTENT = '6146'
$IPS_XRES = '6147'
$IPS_YRES = '6148'
$IPS_XPOS = '6149'
$IPS_YPOS = '6150'
$IPS_XEXTENT = '6151'
$IPS_YEXTENT = '6152'
$IPS_BRIGHTNESS = '6154'
$IPS_CONTRAST = '6155'
$IPS_THRESHOLD = '6159'
$FEEDER = 1; $FLATBED = 2; $DUPLEX = 4; $FRONT_FIRST = 8
$INTENTS = @{ color = 1; gray = 2; bw = 4 }
$FEED_READY = 1

# What Windows says, in the words of the bridge.
$CODES = @{
  '80210001' = 'IO_ERROR'; '80210002' = 'JAMMED'; '80210003' = 'NO_DOCS'; '80210004' = 'JAMMED'
  '80210005' = 'OFFLINE'; '80210006' = 'BUSY'; '80210007' = 'BUSY'; '80210008' = 'COVER_OPEN'
  '80210009' = 'OFFLINE'; '8021000A' = 'IO_ERROR'; '8021000B' = 'UNSUPPORTED'; '8021000C' = 'BAD_VALUE'
  '8021000D' = 'BUSY'; '8021000E' = 'DRIVER_CRASH'; '8021000F' = 'PROTOCOL'; '80210015' = 'OFFLINE'
  '80210016' = 'COVER_OPEN'; '80210017' = 'IO_ERROR'; '80210019' = 'BUSY'; '80210020' = 'DOUBLE_FEED'
  '80070005' = 'ACCESS_DENIED'; '8007000E' = 'NO_MEM'; '80070070' = 'DISK_FULL'; '80040154' = 'UNSUPPORTED'
  '80070057' = 'BAD_VALUE'
}

$state = @{ device = $null; item = $null; source = 'feeder'; images = 0; warnings = @() }

function Send($message) {
  $writer.WriteLine((ConvertTo-Json -InputObject $message -Depth 6 -Compress))
  $writer.Flush()
}

function HexOf($exception) {
  $inner = $exception
  while ($inner.InnerException) { $inner = $inner.InnerException }
  return ('{0:X8}' -f $inner.HResult)
}

function CodeOf($exception) {
  $hex = HexOf $exception
  if ($CODES.ContainsKey($hex)) { return $CODES[$hex] }
  return 'IO_ERROR'
}

function Find-Property($owner, [string] $number) {
  try { if ($owner.Properties.Exists($number)) { return $owner.Properties.Item($number) } } catch { }
  return $null
}

function Read-Property($owner, [string] $number) {
  $property = Find-Property $owner $number
  if ($null -eq $property) { return $null }
  return $property.Value
}

# Sets a property and notes when the device has it otherwise. Returns what it is now.
function Set-Property($owner, [string] $number, $value, [string] $option, $wanted) {
  $property = Find-Property $owner $number
  if ($null -eq $property) {
    if ($option) { $state.warnings += @{ option = $option; wanted = $wanted; got = $null } }
    return $null
  }
  try { $property.Value = $value } catch { }
  return $property.Value
}

function Get-Scanners {
  $manager = New-Object -ComObject WIA.DeviceManager
  $found = @()
  foreach ($info in $manager.DeviceInfos) {
    if ($info.Type -ne $SCANNER) { continue }
    $name = ''; $vendor = ''
    try { $name = [string]$info.Properties.Item('Name').Value } catch { }
    try { $vendor = [string]$info.Properties.Item('Manufacturer').Value } catch { }
    $found += @{ id = $info.DeviceID; name = $name; vendor = $vendor; serial = '' }
  }
  return , $found
}

function Open-Scanner($request) {
  $manager = New-Object -ComObject WIA.DeviceManager
  $device = $null
  foreach ($info in $manager.DeviceInfos) {
    if ($info.DeviceID -eq $request.device) { $device = $info.Connect() }
  }
  if ($null -eq $device) { throw (New-Object System.Runtime.InteropServices.COMException('no such device', 0x80210005)) }
  $settings = $request.settings
  $state.warnings = @()
  $state.source = [string]$settings.source
  $state.images = 0

  $can = [int](Read-Property $device $DPS_HANDLING_CAPABILITIES)
  $select = $FLATBED
  if ($settings.source -ne 'flatbed') {
    if (-not ($can -band $FEEDER)) { throw 'UNSUPPORTED: the device has no feeder' }
    $select = $FEEDER
    if ($settings.source -eq 'duplex') {
      if (-not ($can -band $DUPLEX)) { throw 'UNSUPPORTED: the device has no duplex' }
      $select = $FEEDER -bor $DUPLEX -bor $FRONT_FIRST
    }
    $got = [int](Set-Property $device $DPS_HANDLING_SELECT $select '' $null)
    if ($settings.source -eq 'duplex' -and -not ($got -band $DUPLEX)) {
      $got = [int](Set-Property $device $DPS_HANDLING_SELECT ($FEEDER -bor $DUPLEX) '' $null)
      if (-not ($got -band $DUPLEX)) { throw 'UNSUPPORTED: the device refuses duplex' }
    }
    # A sheet at a time: each side counts as a page.
    $pages = 1
    if ($settings.source -eq 'duplex') { $pages = 2 }
    [void](Set-Property $device $DPS_PAGES $pages '' $null)
  } else {
    [void](Set-Property $device $DPS_HANDLING_SELECT $FLATBED '' $null)
  }

  $item = $device.Items.Item(1)
  [void](Set-Property $item $IPS_INTENT $INTENTS[[string]$settings.mode] 'mode' $settings.mode)
  $dpi = [int]$settings.dpi
  $gotDpi = Set-Property $item $IPS_XRES $dpi 'resolution' $dpi
  [void](Set-Property $item $IPS_YRES $dpi '' $null)
  if ($null -ne $gotDpi -and $gotDpi -ne $dpi) {
    $state.warnings += @{ option = 'resolution'; wanted = $dpi; got = $gotDpi }
    $dpi = [int]$gotDpi
  }
  [void](Set-Property $item $IPS_XPOS 0 '' $null)
  [void](Set-Property $item $IPS_YPOS 0 '' $null)
  foreach ($side in @(@($IPS_XEXTENT, 'widthMm'), @($IPS_YEXTENT, 'heightMm'))) {
    $mm = [double]$settings.area.($side[1])
    $wanted = [int]($mm / 25.4 * $dpi)
    $property = Find-Property $item $side[0]
    if ($null -eq $property) { continue }
    # More than the glass is refused as a whole.
    try { $wanted = [Math]::Min($wanted, [int]$property.SubTypeMax) } catch { }
    try { $property.Value = $wanted } catch { }
    $gotMm = [int]$property.Value * 25.4 / $dpi
    if ($gotMm -lt $mm - 1) {
      $state.warnings += @{ option = $side[1]; wanted = $mm; got = [Math]::Round($gotMm) }
    }
  }
  if ($settings.tone) {
    foreach ($each in @(@($IPS_BRIGHTNESS, 'brightness'), @($IPS_CONTRAST, 'contrast'))) {
      $value = [int]$settings.tone.($each[1])
      # WIA counts from -1000 to 1000.
      if ($value -ne 0) { [void](Set-Property $item $each[0] ($value * 10) $each[1] $value) }
    }
    if ($settings.mode -eq 'bw' -and $null -ne $settings.tone.threshold) {
      [void](Set-Property $item $IPS_THRESHOLD ([int]$settings.tone.threshold - 128) 'threshold' $settings.tone.threshold)
    }
  }
  $state.device = $device
  $state.item = $item
  return @{
    applied = @{ source = $state.source; dpi = $dpi; mode = [string]$settings.mode }
    warnings = @($state.warnings)
  }
}

function Get-Caps {
  $can = [int](Read-Property $state.device $DPS_HANDLING_CAPABILITIES)
  $sources = @()
  if (-not $can -or ($can -band $FLATBED)) { $sources += 'flatbed' }
  if ($can -band $FEEDER) { $sources += 'feeder' }
  if ($can -band $DUPLEX) { $sources += 'duplex' }
  $dpi = $null
  $resolution = Find-Property $state.item $IPS_XRES
  try { $dpi = @($resolution.SubTypeValues | ForEach-Object { [int]$_ }) } catch { }
  if (-not $dpi) {
    try { $dpi = @{ min = [int]$resolution.SubTypeMin; max = [int]$resolution.SubTypeMax; step = [int]$resolution.SubTypeStep } } catch { }
  }
  $area = $null
  # Thousandths of an inch.
  $wide = Read-Property $state.device $DPS_HORIZONTAL_BED
  $high = Read-Property $state.device $DPS_VERTICAL_BED
  if ($wide -and $high) { $area = @{ widthMm = $wide * 0.0254; heightMm = $high * 0.0254 } }
  $vendor = @()
  foreach ($property in $state.item.Properties) {
    try { $vendor += @{ name = "$($property.PropertyID) $($property.Name)"; type = [string]$property.Type; value = [string]$property.Value } } catch { }
  }
  return @{ sources = $sources; modes = @('bw', 'gray', 'color'); dpi = $dpi; maxArea = $area; vendor = $vendor }
}

function Get-Feeder {
  $status = Read-Property $state.device $DPS_HANDLING_STATUS
  if ($null -eq $status) { return @{ feeder = 'unknown' } }
  if ([int]$status -band $FEED_READY) { return @{ feeder = 'loaded' } }
  return @{ feeder = 'empty' }
}

function Get-NextImage($request) {
  if ($state.source -eq 'flatbed' -and $state.images -gt 0) { return @{ more = $false } }
  try {
    $image = $state.item.Transfer($BMP)
  } catch {
    if ((HexOf $_.Exception) -eq '80210003') { return @{ more = $false } }
    throw
  }
  $process = New-Object -ComObject WIA.ImageProcess
  $process.Filters.Add($process.FilterInfos.Item('Convert').FilterID)
  $process.Filters.Item(1).Properties.Item('FormatID').Value = $PNG
  $picture = $process.Apply($image)
  if (Test-Path -LiteralPath $request.file) { Remove-Item -LiteralPath $request.file -Force }
  $picture.SaveFile($request.file)
  $state.images += 1
  return @{ more = $true }
}

while ($true) {
  $line = $reader.ReadLine()
  if ($null -eq $line) { exit 0 }
  if ($line.Trim() -eq '') { continue }
  $id = 0
  try {
    $request = ConvertFrom-Json -InputObject $line
    $id = $request.id
    $res = @{}
    switch ($request.cmd) {
      'hello' { $res = @{ proto = 1; version = '1' } }
      'list' { $res = Get-Scanners }
      'open' { $res = Open-Scanner $request }
      'caps' { $res = Get-Caps }
      'status' { $res = Get-Feeder }
      'begin' { $state.images = 0 }
      'next' { $res = Get-NextImage $request }
      'close' { $state.device = $null; $state.item = $null }
      default { throw 'UNSUPPORTED: unknown command' }
    }
    Send @{ id = $id; ok = $true; res = $res }
  } catch {
    $text = [string]$_.Exception.Message
    $code = CodeOf $_.Exception
    if ($text -match '^([A-Z_]+): ') { $code = $Matches[1] }
    Send @{ id = $id; ok = $false; code = $code; message = "$text (0x$(HexOf $_.Exception))" }
  }
}
