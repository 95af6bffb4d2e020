/** For whoever opens an address with a % in it that stands for no letter. Of the address itself nothing is shown. */
export function malformedPage(root: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Not an address · Flightdeck</title>
    <link rel="icon" type="image/svg+xml" href="${root}/docs/mark.svg">
    <link rel="stylesheet" href="${root}/docs/page.css">
  </head>
  <body>
    <header class="page-header">
      <div>
        <h1>This is no address of ours</h1>
      </div>
    </header>
    <main class="home">
      <p>It has a % in it that stands for no letter. Nothing was done, and nothing was connected.</p>
      <p>If a platform or a message led you here, begin again where you set out: <a href="${root}/">open the dashboard</a>.</p>
    </main>
  </body>
</html>
`
}
