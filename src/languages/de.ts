import type { Words } from './words.ts'

export const de: Words = {
  locale: 'de',
  waiting: {
    title: 'Einen Moment',
    failed: 'Die Oberfläche konnte nicht gebaut werden',
    steps: {
      starting: 'Die Oberfläche wird gesucht.',
      waiting: 'Die Oberfläche wird gerade von einem anderen Prozess im selben Ordner gebaut.',
      installing:
        'Die Pakete der Oberfläche werden installiert. Das geschieht einmal, und wieder, wenn sie sich ändern.',
      building: 'Die Oberfläche wird gebaut. Das geschieht einmal, und wieder, wenn sich ihr Quelltext ändert.',
    },
    goesOn: 'Diese Seite geht von selbst weiter. Die API arbeitet inzwischen.',
    without: (command, setting) =>
      `Die API arbeitet auch ohne sie. Beheben Sie die Ursache und rufen Sie dann ${command} auf, oder starten Sie den Dienst neu. ${setting} lässt die Oberfläche weg.`,
    reference: 'Die Referenz der API',
  },
  malformed: {
    short: 'Keine Adresse',
    title: 'Das ist keine Adresse von uns',
    what: 'Darin steht ein %, das für keinen Buchstaben steht. Es wurde nichts getan und nichts verbunden.',
    again: (link) =>
      `Wenn eine Plattform oder eine Nachricht Sie hierher geführt hat, beginnen Sie noch einmal von vorn: ${link('Flightdeck öffnen')}.`,
  },
  connecting: {
    title: 'Wird verbunden',
    moment: (link) => `Einen Moment. ${link('Weiter')}`,
    none: 'Es wurde nichts verbunden',
    notBegun: (platform) =>
      `In diesem Browser wurde in den letzten zehn Minuten nicht begonnen, ${platform} zu verbinden.`,
    terminal: (bold, command) =>
      `${bold('Wenn Sie in einem Terminal begonnen haben')} (${command}), kopieren Sie die ganze Adresse dieser Seite und fügen Sie sie dort ein. Geben Sie sie niemandem sonst: Wer sie hat, könnte es an Ihrer Stelle abschließen.`,
    followed: (bold) =>
      `${bold('Wenn Sie einem Link gefolgt sind, den Ihnen jemand geschickt hat')}, schließen Sie diese Seite. Sie haben nichts preisgegeben.`,
    begin: (link) => `Um in diesem Browser zu verbinden, ${link('beginnen Sie bei den Verbindungen')}.`,
  },
  approval: {
    title: (id) => `Freigabe ${id}`,
    noLink: 'Diesen Link gibt es nicht',
    noLinkWhy: 'Dieser Link führt nirgendwohin, oder nicht mehr.',
    states: {
      waiting: 'Sie wartet auf eine Entscheidung.',
      approved: 'Sie wurde erteilt; es wird gleich ausgeführt.',
      done: 'Sie wurde erteilt, und es wurde ausgeführt.',
      failed: 'Sie wurde erteilt, aber es konnte nicht ausgeführt werden.',
      outdated: 'Es wurde nicht ausgeführt: Seit der Frage hat sich etwas geändert, wovon es abhängt.',
      refused: 'Sie wurde abgelehnt.',
      expired: 'Niemand hat rechtzeitig entschieden.',
    },
    by: (who) => `Von ${who}.`,
    heldUp: (time, why) => `Es konnte noch nicht ausgeführt werden und wird um ${time} wieder versucht: ${why}`,
    until: (time) => `Sie kann bis ${time} erteilt werden.`,
    decidesAs: (name) => `Sie entscheiden als ${name}, und so steht es im Protokoll.`,
    ownAsk: 'Sie haben darum gebeten: Die Schutzregel verlangt, dass jemand anderes entscheidet.',
    elsewhere: (link) =>
      `Die Schutzregel verlangt jemand anderen als die Person, die gefragt hat, und ein Link weiß nicht, wer ihn verwendet: ${link('in Flightdeck entscheiden')}.`,
    comment: 'Kommentar, für die fragende Person und fürs Protokoll (kann leer bleiben)',
    approve: 'Freigeben',
    refuse: 'Ablehnen',
    adAccount: 'Werbekonto',
    sandbox: 'Sandbox',
    askedBy: 'Gefragt von',
    asked: (who, time) => `${who}, ${time}`,
    rule: (name) => `Regel ${name}`,
    forPerson: (who, person) => `${who} (für ${person})`,
    guard: 'Schutzregel',
    guardNumber: (id) => `Schutzregel ${id}`,
    goLive: (active, all) => `${active} von ${all} laufen sofort.`,
    ad: (name, state, adSets) => `${name}: ${state}, in ${adSets}`,
    new: 'Neu',
    what: 'Was',
    from: 'Von',
    to: 'Auf',
    costs: 'Was es kostet',
    exposure: ['Werbekonto', 'Heute ausgegeben', 'Ausgegeben und laufend, vorher', 'und nachher', ''],
    says: 'Sagt',
    sent: 'Was ausgeführt wird, wie es gesendet wurde',
    words: {
      active: 'aktiv',
      paused: 'pausiert',
      ACTIVE: 'aktiv',
      PAUSED: 'pausiert',
      campaign: 'Kampagne',
      adset: 'Anzeigengruppe',
      ad: 'Anzeige',
      dailyBudget: 'Tagesbudget',
      lifetimeBudget: 'Laufzeitbudget',
      status: 'Status',
      passes: 'erlaubt',
      warns: 'warnt',
      'needs approval': 'braucht eine Freigabe',
      'would be refused': 'würde abgelehnt',
    },
  },
  mail: {
    openAddress: 'Oder öffnen Sie diese Adresse:',
    once: 'Der Link funktioniert einmal. Wer ihn hat, kann ihn verwenden: Geben Sie diese Mail nicht weiter.',
    chosen:
      'Sie haben gewählt, dass Ihnen das gesagt wird. Was Ihnen gemailt wird, steht in Ihren Einstellungen in Flightdeck.',
    invite: ({ who, where, role, days }) => ({
      subject: `${who} lädt Sie zu ${where} bei Flightdeck ein`,
      paragraphs: [
        `${who} lädt Sie ein, bei Flightdeck zu ${where} zu gehören; Ihre Rolle: ${role}.`,
        `Die Einladung gilt ${days} Tage. Mit der Annahme bestätigen Sie auch, dass diese Adresse Ihnen gehört.`,
      ],
      button: 'Einladung annehmen',
      footer: `Wenn Sie ${where} nicht kennen, antworten Sie nicht darauf.`,
    }),
    roles: { owner: 'Inhaber', admin: 'Verwaltung', member: 'Mitglied', viewer: 'nur Lesen' },
    signIn: ({ where, minutes }) => ({
      subject: `Bei ${where} in Flightdeck anmelden`,
      paragraphs: [`Hier ist der gewünschte Link. Er meldet Sie in den nächsten ${minutes} Minuten bei ${where} an.`],
      button: 'Anmelden',
      footer: 'Wenn Sie nicht darum gebeten haben, tun Sie nichts: Vom Bitten allein wird niemand angemeldet.',
    }),
    approval: ({ id, where, who, title, what, until }) => ({
      subject: `Freigabe ${id} für ${where}: ${title}`,
      paragraphs: [`${who} fragt: ${what} (Freigabe ${id})`, `Bis ${until} kann entschieden werden.`],
      button: 'Ansehen und entscheiden',
      footer:
        'Der Link entscheidet als Sie, mit den Rechten, die Sie dann haben, und im Protokoll steht Ihr Name: Geben Sie diese Mail nicht weiter.',
    }),
    failed: ({ where, batch, failed, total }) => {
      const ads = `${failed} von ${total} ${total === 1 ? 'Anzeige' : 'Anzeigen'}`
      return {
        subject: `${ads} in ${where} nicht gestartet`,
        paragraphs: [
          `Der Start ${batch} ist zu Ende: ${ads} sind fehlgeschlagen. In Flightdeck steht, warum; von dort lassen sie sich neu starten.`,
        ],
        button: 'Ansehen, was fehlschlug',
      }
    },
    cap: ({ guard, where, spent, cap, currency, then }) => ({
      subject: `${guard} hat in ${where} ihre Obergrenze erreicht`,
      paragraphs: [
        `${guard} hat ihre Obergrenze erreicht: ${spent.toLocaleString('de')} von ${cap.toLocaleString('de')} ${currency} sind ausgegeben.`,
        then,
      ],
      button: 'Schutzregeln ansehen',
    }),
    guardNumber: (id) => `Schutzregel ${id}`,
    guardNamed: (name) => `Die Schutzregel ${name}`,
    paused: (count) => (count === 1 ? 'Sie hat 1 Kampagne pausiert.' : `Sie hat ${count} Kampagnen pausiert.`),
    afterCap: {
      refuse: (until) =>
        `Was mehr kostet, lehnt sie ab, bis ${until} oder jemand aus der Verwaltung die Obergrenze erhöht. Was läuft, läuft weiter.`,
      ask: (until) => `Bis ${until}, wird bei allem, was mehr kostet, ein Mensch gefragt. Was läuft, läuft weiter.`,
      warn: () => 'Bei allem, was mehr kostet, warnt sie und lässt es zu. Was läuft, läuft weiter.',
    },
    ends: { dailyCap: 'der Tag endet', monthlyCap: 'der Monat endet' },
    passkey: ({ name }) => ({
      subject: 'Zu Ihrem Konto bei Flightdeck kam ein Passkey hinzu',
      paragraphs: [
        `Für ${name} kam ein Passkey hinzu. Er meldet Sie in jedem Unternehmen an, zu dem Sie gehören.`,
        'Wenn Sie das nicht waren, entfernen Sie ihn, beenden Sie Ihre Sitzungen und sagen Sie es denen, die Flightdeck betreiben.',
      ],
      button: 'Ihre Passkeys ansehen',
      footer: 'Das wird zu Ihrer Sicherheit gesagt und lässt sich nicht abschalten.',
    }),
    adminKey: ({ where, key }) => ({
      subject: `In ${where} entstand ein Schlüssel mit allen Rechten`,
      paragraphs: [
        `In ${where} entstand ein API-Schlüssel mit dem Recht „admin“: ${key}. Er darf alles, was die Verwaltung darf und Schlüsseln offensteht.`,
        'Wenn ihn niemand von Ihnen gemacht hat, widerrufen Sie ihn.',
      ],
      button: 'Schlüssel ansehen',
      footer: `Sie bekommen das, weil Sie ${where} verwalten. Es lässt sich nicht abschalten.`,
    }),
    test: {
      subject: 'Flightdeck sendet Mails',
      paragraphs: ['Diese Mail hat „flightdeck mail test“ gesendet. Es ist nichts zu tun.'],
      footer: 'Wer Flightdeck betreibt, hat sie gesendet, um zu sehen, ob sie ankommt.',
    },
  },
}
