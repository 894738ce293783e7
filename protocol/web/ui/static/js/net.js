// The connection to the server: one WebSocket, requests with their replies, and a new
// connection into the same game whenever one is lost. doc/web.md describes the messages.

const pauses = [500, 1000, 2000, 4000, 5000]; // between attempts, the last one goes on
const quiet = 15_000; // after so long without a word the server is asked for one
const dead = 8_000; // and has so long to answer

// Requests that may be sent again on a new connection: what has arrived is not done twice.
const repeatable = new Set(["move", "create", "hint", "save"]);

// Refused is an error that the server has answered with: code, and point and reason
// where a move was illegal.
export class Refused extends Error {
  constructor({ code, message, point, reason }) {
    super(message);
    Object.assign(this, { code, point, reason });
  }
}

export class Connection {
  // on.message gets everything that is no reply, on.up is called with the welcome after
  // each connection and returns the request that leads back into the game or null,
  // on.down when the connection is lost.
  constructor(on) {
    this.on = on;
    this.waiting = new Map();
    this.number = 0;
    this.attempt = 0;
    this.ready = false;
    window.addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
    setInterval(() => this.probe(), 2000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.timer = null;
    const address = new URL("/ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = performance.now();
    socket.addEventListener("message", (e) => socket === this.socket && this.receive(JSON.parse(e.data)));
    socket.addEventListener("close", () => socket === this.socket && this.lost());
  }

  lost() {
    this.socket = null;
    this.ready = false;
    this.on.down();
    for (const [id, request] of this.waiting) {
      if (repeatable.has(request.message.type)) continue;
      this.waiting.delete(id);
      request.reject(new Refused({ code: "lost", message: "connection lost" }));
    }
    const pause = pauses[Math.min(this.attempt++, pauses.length - 1)];
    this.timer = setTimeout(() => this.connect(), pause);
  }

  // hurry does not wait for the pause to end.
  hurry() {
    if (this.timer) this.connect();
    else this.probe(true);
  }

  probe(now = false) {
    if (!this.ready) {
      if (this.socket && performance.now() - this.heard > quiet) this.drop();
      return;
    }
    const silence = performance.now() - this.heard;
    if (silence > quiet + dead) this.drop();
    else if ((now || silence > quiet) && this.socket.readyState === WebSocket.OPEN) this.socket.send('{"type":"ping"}');
  }

  drop() {
    const socket = this.socket;
    this.lost();
    socket.close();
  }

  receive(message) {
    this.heard = performance.now();
    if (message.type === "welcome") return this.welcome(message);
    if (message.type === "pong" && message.re === undefined) return;
    const request = this.waiting.get(message.re);
    if (!request) return this.on.message(message);
    this.waiting.delete(message.re);
    if (message.type === "error") request.reject(new Refused(message));
    else request.resolve(message);
  }

  welcome(message) {
    this.attempt = 0;
    this.ready = true;
    const unanswered = [...this.waiting.values()];
    this.on.up(message);
    for (const request of unanswered) this.socket.send(JSON.stringify(request.message));
  }

  // request sends a message and resolves with the reply, or rejects with Refused.
  // Without a connection it waits for one.
  request(type, fields = {}) {
    const message = { type, id: ++this.number, ...fields };
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject });
      if (this.ready) this.socket.send(JSON.stringify(message));
      else if (!repeatable.has(type)) {
        this.waiting.delete(message.id);
        reject(new Refused({ code: "lost", message: "no connection" }));
      }
    });
  }
}
