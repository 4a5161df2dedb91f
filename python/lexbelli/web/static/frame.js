// What the page is made of, wherever it is at home.

export const FRAME = `
<header>
  <div id="head">
    <h1 id="title">Lex Belli</h1>
    <nav aria-label="What is under way"><ol id="agenda"></ol></nav>
  </div>
  <div id="tools" role="toolbar" aria-label="The board">
    <span id="seat"></span>
    <button type="button" id="zoom-out" title="Smaller (-)" aria-label="Smaller">&minus;</button>
    <button type="button" id="zoom-fit" title="The whole board (0)">Fit</button>
    <button type="button" id="zoom-in" title="Larger (+)" aria-label="Larger">+</button>
    <label>Colours <select id="theme"></select></label>
    <button type="button" id="what-if-open" aria-pressed="false" title="What if: change the board, not the game (w)">What if</button>
    <button type="button" id="puzzles-open" title="Puzzles to solve">Puzzles</button>
    <button type="button" id="help-open" title="Help (?)">Help</button>
  </div>
</header>
<p id="alert" role="alert" hidden></p>
<main>
  <section id="board" tabindex="0" aria-label="The board; arrow keys scroll it, plus and minus zoom">
    <p class="wait">The board is being drawn.</p>
  </section>
  <div id="panel">
    <section id="what-if"></section>
    <section id="puzzle"></section>
    <section id="asked" aria-live="polite"></section>
    <section id="find">
      <label for="entry">Find a unit, a place or an order <kbd>/</kbd></label>
      <input id="entry" type="text" autocomplete="off" spellcheck="false" role="combobox"
        aria-expanded="false" aria-controls="matches" aria-autocomplete="list">
      <ul id="matches" role="listbox" aria-label="What is like it"></ul>
    </section>
    <section id="draft"></section>
    <section id="offers"></section>
    <details id="more"><summary>State, supply, search</summary><div id="extras"></div></details>
    <section id="log">
      <h2>What happened</h2>
      <ol id="entries"></ol>
      <label id="replay">Look back: <input id="slider" type="range" min="0" max="0" value="0">
        <output id="shown-step"></output></label>
    </section>
  </div>
</main>
<dialog id="puzzles" aria-labelledby="puzzles-title">
  <h2 id="puzzles-title">Puzzles</h2>
  <div id="puzzle-list"></div>
  <form method="dialog"><button>Close</button></form>
</dialog>
<dialog id="help" aria-labelledby="help-title">
  <h2 id="help-title">How to play here</h2>
  <p>Click a unit, then where it is to go; or a place. What stands out can be ordered. What cannot
  says which rule is in the way. Chosen orders stand in the list until you play them all together.</p>
  <dl>
    <dt><kbd>/</kbd></dt><dd>find a unit, a place or an order; write any order in full</dd>
    <dt><kbd>Tab</kbd>, <kbd>Enter</kbd></dt><dd>go through what can be chosen; choose</dd>
    <dt><kbd>Backspace</kbd></dt><dd>take the last chosen order back</dd>
    <dt><kbd>Esc</kbd></dt><dd>select nothing</dd>
    <dt><kbd>p</kbd></dt><dd>play what is chosen</dd>
    <dt><kbd>t</kbd></dt><dd>throw the dice</dd>
    <dt><kbd>u</kbd></dt><dd>take the last answer back</dd>
    <dt><kbd>w</kbd></dt><dd>what if: change the board by hand, and not the game; the same again goes back</dd>
    <dt><kbd>+</kbd> <kbd>&minus;</kbd> <kbd>0</kbd></dt><dd>larger, smaller, the whole board</dd>
  </dl>
  <form method="dialog"><button>Close</button></form>
</dialog>
`;
