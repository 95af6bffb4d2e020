import { assetNames } from './media/assets.ts'
import type { Simulator } from './simulator.ts'

export function homePage(simulators: Simulator[], origin: string): string {
  const platforms = simulators
    .map(
      ({ platform, prefix, defaultToken }) =>
        `<li>${platform}: <code>${origin}${prefix}</code>, token <code>${defaultToken}</code></li>`,
    )
    .join('\n')
  const assets = assetNames.map((name) => `<li><a href="/_assets/${name}">/_assets/${name}</a></li>`).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Flightdeck sandbox</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 3rem auto; padding: 0 1rem }</style>
<h1>Flightdeck sandbox</h1>
<p>Simulators of advertising platforms. No real ad is ever shown and no money is spent here.</p>
<h2>Platforms</h2>
<ul>
${platforms}
</ul>
<p>A token followed by a dot and a name (<code>a-z 0-9 -</code>) opens a company of its own.</p>
<h2>Control</h2>
<p><a href="/_control">/_control</a> lists the calls that reset it, slow it down, break it and show what it holds.</p>
<h2>Sample media</h2>
<ul>
${assets}
</ul>
<p>Add <code>?v=2</code> (any number) for another picture or film of the same size.</p>
</html>
`
}
