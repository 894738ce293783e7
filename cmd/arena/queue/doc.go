// Package queue hands out tasks to workers on any number of machines and brings their
// results back, through NATS JetStream: a server in this process, or one elsewhere. A
// worker that dies gives its task back. It knows nothing of what the tasks are.
//
//	Host.Put ──▶ stream of tasks ──▶ Worker.Serve: plays, tells that it lives
//	                                      │
//	Host.Next ◀── stream of results ◀─────┘ then the task is done
//
// A result may come twice: the one who keeps them drops the second. What the streams
// hold is lost without harm, for whoever puts tasks can put them again.
package queue
